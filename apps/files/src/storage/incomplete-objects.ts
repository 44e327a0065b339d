import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FileStorage, INCOMPLETE_AFTER_MS } from './file-storage.js';

const EVERY_MS = 300_000;

/** Removes the remains of the uploads of killed processes. Every replica does it, and the first one of them succeeds. */
@Injectable()
export class IncompleteObjects implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly storage: FileStorage,
    private readonly resources: ServiceResources,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.remove(), EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.storage.close();
  }

  private async remove(): Promise<void> {
    const { logger } = this.resources;
    try {
      const removed = await this.storage.removeIncomplete(new Date(Date.now() - INCOMPLETE_AFTER_MS));
      if (removed > 0) logger.info({ removed }, 'Removed the remains of unfinished uploads');
    } catch (error) {
      logger.warn({ err: error }, 'Remains of unfinished uploads are not removed; tried again in minutes');
    }
  }
}
