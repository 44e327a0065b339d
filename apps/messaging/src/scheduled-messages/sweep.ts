import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AlarmClock } from './alarm-clock.js';
import { DueMessages } from './due-messages.js';
import { forgetDelivered, selectOverdue, selectUpcoming } from './scheduled-messages.repository.js';

const SWEEP_EVERY_MS = 2_000;
const RETRY_MS = 250;
/** What its alarm has not seen to by then, the sweep delivers. Less only doubles the alarms' work when many are due. */
const OVERDUE_MS = 1_000;
const MAX_OVERDUE = 500;

const SET_MISSING_EVERY_MS = 10_000;
/** Alarms that must exist: those of the next minutes. What is due later has time. */
const ALARMS_WITHIN_SECONDS = 600;
const MAX_UPCOMING = 5_000;

const FORGET_EVERY_MS = 600_000;
const KEEP_DELIVERED_SECONDS = 86_400;

/** Runs in every replica and makes good what alarms miss: Redis wiped, messaging down over the due time, a wrong clock. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;
  private missingSetAt = 0;
  private forgotAt = 0;

  constructor(
    private readonly database: Database,
    private readonly dueMessages: DueMessages,
    private readonly alarmClock: AlarmClock,
    private readonly resources: ServiceResources,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    // Due while nobody was there: at once.
    let overdueMs = 0;
    while (!this.closing.signal.aborted) {
      try {
        await this.deliverOverdue(overdueMs);
        overdueMs = OVERDUE_MS;
        await this.setMissingAlarms();
        await this.forget();
        await this.pause(SWEEP_EVERY_MS);
      } catch (error) {
        this.resources.logger.warn({ err: error }, 'Sweep of scheduled messages failed; tried again shortly');
        await this.pause(RETRY_MS);
      }
    }
  }

  private async deliverOverdue(overdueMs: number): Promise<void> {
    const ids = await selectOverdue(this.database, overdueMs, MAX_OVERDUE);
    if (ids.length === 0) return;
    await Promise.all(ids.map((id) => this.dueMessages.deliver(id)));
  }

  private async setMissingAlarms(): Promise<void> {
    if (performance.now() - this.missingSetAt < SET_MISSING_EVERY_MS && this.missingSetAt > 0) return;
    this.missingSetAt = performance.now();
    const upcoming = await selectUpcoming(this.database, ALARMS_WITHIN_SECONDS, MAX_UPCOMING);
    const missing = await this.alarmClock.setMissing(upcoming);
    if (missing > 0) this.resources.logger.info({ missing }, 'Sweep set alarms that were missing');
  }

  private async forget(): Promise<void> {
    if (performance.now() - this.forgotAt < FORGET_EVERY_MS && this.forgotAt > 0) return;
    this.forgotAt = performance.now();
    await forgetDelivered(this.database, KEEP_DELIVERED_SECONDS);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.closing.signal }).catch(() => {});
  }
}
