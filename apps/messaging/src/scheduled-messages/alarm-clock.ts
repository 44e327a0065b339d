import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@chat/persistence';
import { BrokerClock, disconnect, isAway, isLoggedLoss } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Gauge, Histogram } from 'prom-client';
import { DueMessages } from './due-messages.js';

const ALARM_QUEUE = 'scheduled-messages';
/** Alarms that one replica handles at once; their messages are delivered in batches. */
const CONCURRENT_ALARMS = 250;
/** Early alarms that wait in this process. The sweep delivers the messages of further ones. */
const MAX_EARLY_ALARMS = 10_000;
/** Larger differences do not come from clocks: the message was edited to a later time, which has its own alarm. */
const MAX_EARLY_MS = 60_000;
/** How long a stop waits for an unreachable Redis, and how often it checks. */
const MAX_WAIT_FOR_REDIS_MS = 1_500;
const CHECK_REDIS_EVERY_MS = 100;

/** BullMQ rejects job ids that are integers. */
const jobIdOf = (scheduledMessageId: number): string => `message-${scheduledMessageId}`;

class AlarmWorker extends Worker {
  /** Ends connections and timers without Redis, for which `close` would wait. */
  async abandon(): Promise<void> {
    await Promise.all([this.pause(true), this.lockManager.close(), this.disconnect()]);
  }
}

/**
 * Starts deliveries at their due times, by one delayed BullMQ job per message. An alarm has no state and decides nothing, so an early, late
 * or repeated one does no harm. If Redis loses alarms, `Sweep` sets them again or delivers the overdue messages.
 *
 * Due times of jobs use the clock of Redis, so that a wrong clock of this replica does not matter. An alarm that rings too early, by the clock
 * of the database, waits here for the rest of the time.
 */
@Injectable()
export class AlarmClock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue: Queue;
  private readonly worker: AlarmWorker;
  /** BullMQ derives the worker's blocking connection from it. */
  private readonly connection: Redis;
  private readonly brokerClock: BrokerClock;
  private readonly early = new Map<number, NodeJS.Timeout>();

  constructor(
    private readonly resources: ServiceResources,
    private readonly dueMessages: DueMessages,
    database: Database,
  ) {
    this.connection = resources.connect('alarm-clock');
    const { connection } = this;
    this.brokerClock = new BrokerClock(connection);
    this.queue = new Queue(ALARM_QUEUE, {
      connection,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
      streams: { events: { maxLen: 100 } },
    });
    const onJob = (job: Job) => {
      observeJobLag(ALARM_QUEUE, job, this.brokerClock.nowMs());
      return this.ring(Number(job.id?.slice('message-'.length)));
    };
    this.worker = new AlarmWorker(ALARM_QUEUE, onJob, {
      connection,
      autorun: false,
      concurrency: CONCURRENT_ALARMS,
    });
    resources.health.addMeasurement('alarms', () => measureAlarms(this.queue, this.brokerClock.nowMs(), database));
    // The queue and the worker both report each error of their connections.
    const onError = (error: Error) => {
      if (!isLoggedLoss(error)) resources.logger.warn({ cause: error.message }, 'Alarm clock disturbed');
    };
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
    // Closing the worker completes the running alarms.
    const closing = this.worker.close().then(() => this.queue.close());
    await Promise.race([closing, this.untilRedisIsAway(closed.signal)]);
    closed.abort();
    this.brokerClock.stop();
    disconnect(this.connection);
  }

  /** BullMQ would wait until Redis returns. The running alarms ring again later, in any replica. */
  private async untilRedisIsAway(closed: AbortSignal): Promise<void> {
    let awayMs = 0;
    while (awayMs < MAX_WAIT_FOR_REDIS_MS) {
      if (closed.aborted) return;
      await sleep(CHECK_REDIS_EVERY_MS, undefined, { ref: false });
      awayMs = isAway(this.connection) ? awayMs + CHECK_REDIS_EVERY_MS : 0;
    }
    this.resources.logger.warn({}, 'Redis is unreachable; stopped without waiting for running alarms');
    void this.worker.abandon().catch(() => {});
    void this.queue.disconnect().catch(() => {});
  }

  /** Replaces the alarm, in the background: the row is committed, and the sweep sets an alarm that fails here. */
  set(id: number, dueInMs: number): void {
    void this.replace(id, dueInMs).catch(({ message: cause }: Error) => {
      this.resources.logger.warn({ scheduledMessageId: id, cause }, 'Alarm not set; the sweep will set it');
    });
  }

  unset(id: number): void {
    void this.queue.remove(jobIdOf(id)).catch(() => {});
  }

  /** Sets those of the alarms that do not exist, and returns their number. */
  async setMissing(upcoming: readonly { readonly id: number; readonly dueInMs: number }[]): Promise<number> {
    if (upcoming.length === 0) return 0;
    const pipeline = this.resources.redis.pipeline();
    for (const { id } of upcoming) pipeline.exists(this.queue.toKey(jobIdOf(id)));
    const found = (await pipeline.exec()) ?? [];
    const missing = upcoming.filter((_, place) => found[place]?.[1] === 0);
    if (missing.length > 0) {
      const jobs = missing.map(({ id, dueInMs }) => ({ name: 'deliver', data: {}, opts: this.options(id, dueInMs) }));
      await this.queue.addBulk(jobs);
    }
    return missing.length;
  }

  private async replace(id: number, dueInMs: number): Promise<void> {
    // BullMQ ignores a job with an id that exists, so the job with the old time is removed first.
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

const lag = new Histogram({
  name: 'chat_job_lag_seconds',
  help: 'Time from when a BullMQ job was due until it was worked on.',
  labelNames: ['queue'] as const,
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});
const jobs = new Gauge({ name: 'chat_jobs', help: 'BullMQ jobs, by state.', labelNames: ['queue', 'state'] as const });
const overdueJob = new Gauge({
  name: 'chat_job_overdue_seconds',
  help: 'How long the BullMQ job that was due first has been waiting; 0 when none is due.',
  labelNames: ['queue'] as const,
});
const overdueMessage = new Gauge({
  name: 'chat_scheduled_message_overdue_seconds',
  help: 'How long the scheduled message that was due first has been waiting for its delivery; 0 when none is due.',
});

/** From the options: BullMQ sets the job's own delay to 0 once it is due. */
const dueAtMs = ({ timestamp, opts }: Pick<Job, 'timestamp' | 'opts'>): number => timestamp + (opts.delay ?? 0);

/** `nowMs`: by the clock of the broker, as the times of jobs. */
function observeJobLag(queue: string, job: Pick<Job, 'timestamp' | 'opts'>, nowMs: number): void {
  lag.observe({ queue }, Math.max(0, nowMs - dueAtMs(job)) / 1000);
}

async function measureAlarms(queue: Queue, nowMs: number, database: Database): Promise<void> {
  const [counts, waiting, delayed, overdue] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed'),
    // The job that has waited longest comes first.
    queue.getWaiting(0, 0),
    queue.getDelayed(0, 0),
    database.query<{ seconds: number }>(
      `SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0))::float8 AS seconds
       FROM scheduled_messages WHERE status = 'waiting'`,
    ),
  ]);
  for (const [state, count] of Object.entries(counts)) jobs.set({ queue: queue.name, state }, count);
  const first = [...waiting, ...delayed].filter((job) => job !== undefined).map(dueAtMs);
  overdueJob.set({ queue: queue.name }, Math.max(0, ...first.map((dueMs) => nowMs - dueMs)) / 1000);
  overdueMessage.set(overdue[0]?.seconds ?? 0);
}
