import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { ExpiredUploadsJob } from './expired-uploads.job.js';
import { ResumableUploadsController } from './resumable-uploads.controller.js';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';
import { ResumableUploadsService } from './resumable-uploads.service.js';
import { UploadLocks } from './upload-locks.js';
import { UploadParts } from './upload-parts.js';

@Module({
  imports: [StorageModule, TransfersModule, UploadsModule],
  controllers: [ResumableUploadsController],
  providers: [ResumableUploadsService, ResumableUploadsRepository, UploadParts, UploadLocks, ExpiredUploadsJob],
  exports: [ExpiredUploadsJob],
})
export class ResumableUploadsModule {}
