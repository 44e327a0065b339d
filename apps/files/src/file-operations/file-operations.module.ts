import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { StorageCheckModule } from '../storage-check/storage-check.module.js';
import { SweepModule } from '../sweep/sweep.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { FileOperationsController } from './file-operations.controller.js';

@Module({
  imports: [StorageCheckModule, SweepModule, UsageModule],
  controllers: [FileOperationsController],
  providers: [RealmRecords],
})
export class FileOperationsModule {}
