import { Module } from '@nestjs/common';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { Access } from './access.js';

@Module({ imports: [StreamRecordsModule], providers: [Access], exports: [Access] })
export class AccessModule {}
