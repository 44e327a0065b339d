import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { deleteExpiredSendKeys } from './expired-send-keys.js';
import { RetentionJob } from './retention.job.js';
import { WeeklyTrafficJob } from './weekly-traffic.job.js';

const MINUTE_MS = 60_000;
/** A process that has just started has better things to do. */
const FIRST_RUN_MS = MINUTE_MS;

/**
 * Runs what has to be done from time to time, in every replica; each job takes care that two of them at once do no harm. A job
 * that fails is logged and runs again at its next time.
 */
@Injectable()
export class PeriodicJobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private isClosing = false;

  constructor(
    private readonly database: Database,
    private readonly resources: ServiceResources,
    private readonly retention: RetentionJob,
    private readonly weeklyTraffic: WeeklyTrafficJob,
  ) {}

  onApplicationBootstrap(): void {
    this.every(10 * MINUTE_MS, 'expired send keys', () => deleteExpiredSendKeys(this.database));
    this.every(60 * MINUTE_MS, 'weekly traffic', () => this.weeklyTraffic.run());
    this.every(60 * MINUTE_MS, 'retention', () => this.retention.run());
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosing = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.retention.stop();
    await Promise.all(this.running);
  }

  private every(intervalMs: number, name: string, job: () => Promise<unknown>): void {
    const schedule = (delayMs: number): void => {
      // Replicas that started together need not run together.
      const timer = setTimeout(
        () => {
          this.timers.delete(timer);
          const run = this.run(name, job).finally(() => {
            this.running.delete(run);
            if (!this.isClosing) schedule(intervalMs);
          });
          this.running.add(run);
        },
        delayMs * (0.8 + 0.4 * Math.random()),
      );
      timer.unref();
      this.timers.add(timer);
    };
    schedule(FIRST_RUN_MS);
  }

  private async run(name: string, job: () => Promise<unknown>): Promise<void> {
    try {
      await job();
    } catch (error) {
      this.resources.logger.error({ job: name, err: error }, 'Periodic job failed; it runs again at its next time');
    }
  }
}
