import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { StorageCheckJob } from './storage-check.job.js';

@Module({ imports: [StorageModule], providers: [StorageCheckJob], exports: [StorageCheckJob] })
export class StorageCheckModule {}
