import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@chat/persistence';
import { BrokerClock, isAway } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { measureAlarms, observeJobLag } from './alarm-metrics.js';
import { DueMessages } from './due-messages.js';

/** Name of the BullMQ queue. */
const ALARM_QUEUE = 'scheduled-messages';
/** Alarms that one replica works on at once; they are delivered in batches. */
const CONCURRENT_ALARMS = 250;
/** Early alarms that wait in this process; for others the sweep is the alarm. */
const MAX_EARLY_ALARMS = 10_000;
/** Early by more than this: not a matter of clocks. It was edited to a later time, which has an alarm of its own. */
const MAX_EARLY_MS = 60_000;
/** A stop waits so long for a Redis that is away, and looks so often. */
const GIVE_UP_AFTER_MS = 1_500;
const LOOK_EVERY_MS = 100;

/** BullMQ takes no bare number for an id. */
const jobIdOf = (scheduledMessageId: number): string => `message-${scheduledMessageId}`;
const messageIdOf = (jobId: string): number => Number(jobId.slice('message-'.length));

/**
 * Rings when messages are due: one delayed BullMQ job per message, its id the message's. An alarm carries no state and decides
 * nothing: rung early, late, twice, or for a message that is gone, it does no harm; lost (Redis away or wiped), `Sweep`
 * sets it again or delivers what is overdue.
 *
 * Times of jobs are the broker's, not this replica's: with a wrong clock of its own it still sets alarms right. One that promotes
 * them too early finds the message not due yet, by the database's clock, and waits here for the rest.
 */
@Injectable()
export class AlarmClock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue: Queue;
  private readonly worker: Worker;
  private readonly clockConnection: Redis;
  private readonly brokerClock: BrokerClock;
  private readonly early = new Map<number, NodeJS.Timeout>();

  constructor(
    private readonly resources: ServiceResources,
    private readonly dueMessages: DueMessages,
    database: Database,
  ) {
    const connection = { url: resources.settings.redisUrl, maxRetriesPerRequest: null };
    this.clockConnection = resources.connect('alarm-clock');
    this.brokerClock = new BrokerClock(this.clockConnection);
    this.queue = new Queue(ALARM_QUEUE, {
      connection,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
      streams: { events: { maxLen: 100 } },
    });
    this.worker = new Worker(ALARM_QUEUE, (job) => this.onJob(job), {
      connection,
      autorun: false,
      concurrency: CONCURRENT_ALARMS,
    });
    resources.health.addMeasurement('alarms', () => measureAlarms(this.queue, this.brokerClock.nowMs(), database));
    const onError = (error: Error) => resources.logger.warn({ cause: error.message }, 'Alarm clock disturbed');
    this.queue.on('error', onError);
    this.worker.on('error', onError);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.brokerClock.start();
    void this.worker.run();
  }

  async onModuleDestroy(): Promise<void> {
    for (const timer of this.early.values()) clearTimeout(timer);
    const closed = new AbortController();
    await Promise.race([this.closeQueue(), this.untilRedisIsAway(closed.signal)]);
    closed.abort();
    this.brokerClock.stop();
    this.clockConnection.disconnect();
  }

  /** Finishes alarms that ring. */
  private async closeQueue(): Promise<void> {
    await this.worker.close();
    await this.queue.close();
  }

  /** BullMQ would wait for its return. Alarms that ring ring again, here or elsewhere: they decide nothing. */
  private async untilRedisIsAway(closed: AbortSignal): Promise<void> {
    for (
      let awayMs = 0;
      awayMs < GIVE_UP_AFTER_MS;
      awayMs = isAway(this.clockConnection) ? awayMs + LOOK_EVERY_MS : 0
    ) {
      if (closed.aborted) return;
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    }
    this.resources.logger.warn({}, 'Redis is away: alarms that ring are not waited for');
    void this.worker.disconnect().catch(() => {});
    void this.queue.disconnect().catch(() => {});
  }

  /** Sets the alarm anew. Nobody waits for it: the row is committed, and the sweep sees to what fails here. */
  set(id: number, dueInMs: number): void {
    void this.replace(id, dueInMs).catch((error: Error) => {
      this.resources.logger.warn({ scheduledMessageId: id, cause: error.message }, 'Alarm not set; the sweep will');
    });
  }

  unset(id: number): void {
    void this.queue.remove(jobIdOf(id)).catch(() => {});
  }

  /** Sets the alarms that do not exist, of those given. */
  async setMissing(upcoming: readonly { readonly id: number; readonly dueInMs: number }[]): Promise<number> {
    if (upcoming.length === 0) return 0;
    const pipeline = this.resources.redis.pipeline();
    for (const { id } of upcoming) pipeline.exists(this.queue.toKey(jobIdOf(id)));
    const found = (await pipeline.exec()) ?? [];
    const missing = upcoming.filter((_, place) => found[place]?.[1] === 0);
    if (missing.length > 0) {
      await this.queue.addBulk(
        missing.map(({ id, dueInMs }) => ({ name: 'deliver', data: {}, opts: this.options(id, dueInMs) })),
      );
    }
    return missing.length;
  }

  private async replace(id: number, dueInMs: number): Promise<void> {
    // Adding a job whose id exists does nothing, so the one with the old time goes first.
    await this.queue.remove(jobIdOf(id));
    await this.queue.add('deliver', {}, this.options(id, dueInMs));
  }

  private options(id: number, dueInMs: number) {
    return {
      jobId: jobIdOf(id),
      timestamp: Math.round(this.brokerClock.nowMs()),
      delay: Math.max(0, Math.ceil(dueInMs)),
    };
  }

  private onJob(job: Job): Promise<void> {
    observeJobLag(ALARM_QUEUE, job, this.brokerClock.nowMs());
    return this.ring(messageIdOf(job.id as string));
  }

  private async ring(id: number): Promise<void> {
    const dueInMs = await this.dueMessages.deliver(id);
    if (dueInMs === undefined || dueInMs > MAX_EARLY_MS || this.early.size >= MAX_EARLY_ALARMS) return;
    clearTimeout(this.early.get(id));
    const timer = setTimeout(() => {
      this.early.delete(id);
      void this.ring(id).catch(() => {});
    }, dueInMs);
    timer.unref();
    this.early.set(id, timer);
  }
}
