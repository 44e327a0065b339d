import { Module } from '@nestjs/common';
import { TransferListener } from './transfer-listener.js';

@Module({ providers: [TransferListener], exports: [TransferListener] })
export class TransfersModule {}
