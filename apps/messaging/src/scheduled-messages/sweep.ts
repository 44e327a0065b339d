import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AlarmClock } from './alarm-clock.js';
import { DueMessages } from './due-messages.js';
import { deleteDelivered, selectOverdue, selectUpcoming } from './scheduled-messages.repository.js';

const SWEEP_EVERY_MS = 2_000;
const RETRY_MS = 250;
/** Messages overdue by this are delivered. A shorter time would repeat the work of alarms when many messages are due. */
const OVERDUE_MS = 1_000;
const MAX_OVERDUE = 500;

const SET_MISSING_EVERY_MS = 10_000;
/** Alarms that the sweep checks; later ones follow in time. */
const ALARMS_WITHIN_SECONDS = 600;
const MAX_UPCOMING = 5_000;

const DELETE_EVERY_MS = 600_000;
const DELIVERED_LIFE_SECONDS = 86_400;

/** Runs in every replica. Delivers overdue messages without a working alarm: Redis lost its data, messaging was down, or a clock was wrong. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;
  private readonly isMissingDue = everyMs(SET_MISSING_EVERY_MS);
  private readonly isDeletionDue = everyMs(DELETE_EVERY_MS);

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
    // At the start, messages that became due while no replica ran.
    let overdueMs = 0;
    while (!this.closing.signal.aborted) {
      try {
        await this.deliverOverdue(overdueMs);
        overdueMs = OVERDUE_MS;
        if (this.isMissingDue()) await this.setMissingAlarms();
        if (this.isDeletionDue()) await deleteDelivered(this.database, DELIVERED_LIFE_SECONDS);
        await this.pause(SWEEP_EVERY_MS);
      } catch (error) {
        this.resources.logger.warn({ err: error }, 'Sweep of scheduled messages failed; tried again shortly');
        await this.pause(RETRY_MS);
      }
    }
  }

  private async deliverOverdue(overdueMs: number): Promise<void> {
    const ids = await selectOverdue(this.database, overdueMs, MAX_OVERDUE);
    await Promise.all(ids.map((id) => this.dueMessages.deliver(id)));
  }

  private async setMissingAlarms(): Promise<void> {
    const upcoming = await selectUpcoming(this.database, ALARMS_WITHIN_SECONDS, MAX_UPCOMING);
    const missing = await this.alarmClock.setMissing(upcoming);
    if (missing > 0) this.resources.logger.info({ missing }, 'Sweep set missing alarms');
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.closing.signal }).catch(() => {});
  }
}

/** Returns true at the first call, and then at the first call after each interval. */
function everyMs(intervalMs: number): () => boolean {
  let nextAtMs = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs < nextAtMs) return false;
    nextAtMs = nowMs + intervalMs;
    return true;
  };
}
