import { setTimeout } from 'node:timers/promises';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ExpiredUploadsJob } from '../resumable-uploads/expired-uploads.job.js';
import { StorageCheckJob } from '../storage-check/storage-check.job.js';
import { DiscardedObjectsJob } from './discarded-objects.job.js';
import { UnclaimedFilesJob } from './unclaimed-files.job.js';
import { UnfinishedUploadsJob } from './unfinished-uploads.job.js';

const MINUTE_MS = 60_000;

/**
 * Runs the periodic jobs in every replica. Each job is safe if two replicas run it at once. A failed job is logged and runs again at its
 * next time.
 */
@Injectable()
export class PeriodicJobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly closing = new AbortController();
  private running: Promise<void>[] = [];

  constructor(
    private readonly resources: ServiceResources,
    private readonly discardedObjects: DiscardedObjectsJob,
    private readonly unfinishedUploads: UnfinishedUploadsJob,
    private readonly expiredUploads: ExpiredUploadsJob,
    private readonly unclaimedFiles: UnclaimedFilesJob,
    private readonly storageCheck: StorageCheckJob,
  ) {}

  onApplicationBootstrap(): void {
    const { signal } = this.closing;
    this.running = [
      this.every(MINUTE_MS, 'discarded objects', () => this.discardedObjects.run(signal)),
      this.every(5 * MINUTE_MS, 'unfinished uploads', () => this.unfinishedUploads.run()),
      this.every(5 * MINUTE_MS, 'expired uploads', () => this.expiredUploads.run()),
      this.every(60 * MINUTE_MS, 'unclaimed files', () => this.unclaimedFiles.run(signal)),
      this.every(60 * MINUTE_MS, 'storage check', () => this.storageCheck.runDaily(signal)),
    ];
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.running);
  }

  private async every(intervalMs: number, name: string, job: () => Promise<unknown>): Promise<void> {
    const { signal } = this.closing;
    for (;;) {
      // A random delay separates replicas that started together. The first run waits until the process has started completely.
      const randomMs = intervalMs * (0.8 + 0.4 * Math.random());
      await setTimeout(randomMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await job().catch((error: unknown) => {
        this.resources.logger.error({ job: name, err: error }, 'Periodic job failed; it runs again at its next time');
      });
    }
  }
}
