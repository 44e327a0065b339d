import { Module } from '@nestjs/common';
import { FileTransfers } from './file-transfers.js';

@Module({ providers: [FileTransfers], exports: [FileTransfers] })
export class FileTransfersModule {}
