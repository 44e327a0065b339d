import { CheckFileStorage, GetFilesUsage, SweepFiles } from '@chat/contracts';
import { RealmRecords } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ExpiredUploadsJob } from '../resumable-uploads/expired-uploads.job.js';
import { StorageCheckJob } from '../storage-check/storage-check.job.js';
import { DiscardedObjectsJob } from '../sweep/discarded-objects.job.js';
import { UnclaimedFilesJob } from '../sweep/unclaimed-files.job.js';
import { UnfinishedUploadsJob } from '../sweep/unfinished-uploads.job.js';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';

/** Requests of operators. */
@Controller()
export class FileOperationsController {
  constructor(
    private readonly usage: RealmUsageRepository,
    private readonly realms: RealmRecords,
    private readonly unclaimedFiles: UnclaimedFilesJob,
    private readonly unfinishedUploads: UnfinishedUploadsJob,
    private readonly expiredUploads: ExpiredUploadsJob,
    private readonly discardedObjects: DiscardedObjectsJob,
    private readonly storageCheck: StorageCheckJob,
  ) {}

  @MessagePattern(GetFilesUsage.pattern)
  async getUsage(@Payload() { realmId }: GetFilesUsage) {
    const { uploadQuotaMib } = await this.realms.get(realmId);
    return { ...(await this.usage.summary(realmId)), quotaMib: uploadQuotaMib ?? null };
  }

  @MessagePattern(SweepFiles.pattern)
  async sweep(@Payload() _request: SweepFiles) {
    const deleted = await this.unclaimedFiles.run();
    await this.unfinishedUploads.run();
    await this.expiredUploads.run();
    await this.discardedObjects.run();
    return { deleted };
  }

  @MessagePattern(CheckFileStorage.pattern)
  async check(@Payload() _request: CheckFileStorage) {
    const { objectsWithoutRow, filesWithoutBytes } = await this.storageCheck.run();
    return { objectsWithoutRow, filesWithoutBytes: filesWithoutBytes.length };
  }
}
