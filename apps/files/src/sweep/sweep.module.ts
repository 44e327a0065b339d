import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { ImagesModule } from '../images/images.module.js';
import { ResumableUploadsModule } from '../resumable-uploads/resumable-uploads.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { StorageCheckModule } from '../storage-check/storage-check.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { DiscardedObjectsJob } from './discarded-objects.job.js';
import { PeriodicJobs } from './periodic-jobs.js';
import { SweepMetrics } from './sweep-metrics.js';
import { UnclaimedFilesJob } from './unclaimed-files.job.js';
import { UnfinishedUploadsJob } from './unfinished-uploads.job.js';

@Module({
  imports: [
    AttachmentsModule,
    ImagesModule,
    ResumableUploadsModule,
    StorageModule,
    StorageCheckModule,
    UploadsModule,
    UsageModule,
  ],
  providers: [DiscardedObjectsJob, PeriodicJobs, SweepMetrics, UnclaimedFilesJob, UnfinishedUploadsJob],
  exports: [DiscardedObjectsJob, UnclaimedFilesJob, UnfinishedUploadsJob, ResumableUploadsModule],
})
export class SweepModule {}
