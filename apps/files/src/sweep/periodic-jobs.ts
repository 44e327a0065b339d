import { RepeatedJobs } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ImagesSweep } from '../images/images-sweep.js';
import { ExpiredUploadsJob } from '../resumable-uploads/expired-uploads.job.js';
import { StorageCheckJob } from '../storage-check/storage-check.job.js';
import { DiscardedObjectsJob } from './discarded-objects.job.js';
import { UnclaimedFilesJob } from './unclaimed-files.job.js';
import { UnfinishedUploadsJob } from './unfinished-uploads.job.js';

const MINUTE_MS = 60_000;

/** Names the times of the periodic jobs. */
@Injectable()
export class PeriodicJobs implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: RepeatedJobs,
    private readonly discardedObjects: DiscardedObjectsJob,
    private readonly unfinishedUploads: UnfinishedUploadsJob,
    private readonly expiredUploads: ExpiredUploadsJob,
    private readonly images: ImagesSweep,
    private readonly unclaimedFiles: UnclaimedFilesJob,
    private readonly storageCheck: StorageCheckJob,
  ) {}

  onApplicationBootstrap(): void {
    this.every(MINUTE_MS, 'discarded objects', (signal) => this.discardedObjects.run(signal));
    this.every(5 * MINUTE_MS, 'unfinished uploads', () => this.unfinishedUploads.run());
    this.every(5 * MINUTE_MS, 'expired uploads', () => this.expiredUploads.run());
    this.every(10 * MINUTE_MS, 'unused images', (signal) => this.images.run(signal));
    this.every(60 * MINUTE_MS, 'unclaimed files', (signal) => this.unclaimedFiles.run(signal));
    this.every(60 * MINUTE_MS, 'storage check', (signal) => this.storageCheck.runDaily(signal));
  }

  private every(everyMs: number, name: string, run: (signal: AbortSignal) => Promise<unknown>): void {
    this.jobs.start({ name, everyMs, run });
  }
}
