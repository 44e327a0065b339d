import { Module } from '@nestjs/common';
import { FileTransfers } from './file-transfers.js';
import { UploadLeases } from './upload-leases.js';

@Module({ providers: [FileTransfers, UploadLeases], exports: [FileTransfers, UploadLeases] })
export class FileTransfersModule {}
