import { setTimeout as sleep } from 'node:timers/promises';
import { isConsumerEvent, isStateEvent, type LoggedEvent } from '@chat/contracts';
import { type ConnectionLogger, connectRedis, disconnect, RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import {
  ALL_PARTITIONS,
  consumerEventsKey,
  decodeLogEntry,
  type RawLogEntry,
  stateEventsKey,
} from '../log/stored-log.js';

export interface DomainEventConsumerOptions {
  /** For commands that do not block. Its owner closes it, and ends commands that wait in it if Redis is away at a stop. */
  readonly redis: Redis;
  /** Consumer group. Each group has its own position in the log. */
  readonly group: string;
  /** Name of this replica in the group. */
  readonly consumer: string;
  readonly logger: ConnectionLogger;
  /** Handlers of state events and consumer events by type. Events of other types are acknowledged without a call. */
  readonly handlers: ReadonlyMap<string, (event: LoggedEvent) => Promise<void>>;
  /** For tests: shorter times. */
  readonly times?: Partial<typeof TIMES>;
}

const READ_COUNT = 100;
/** Pause between reads, in which events gather. A service that needs an effect at once sends a request. */
const GATHER_MS = 50;
const BLOCK_MS = 5_000;
const RETRY_READ_AFTER_MS = 50;
const TIMES = {
  /** Another replica takes over the entries of a replica that has not renewed them for this time: it is dead. */
  reclaimAfterMs: 10_000,
  /** Interval of searches for unfinished entries: those of dead replicas, and those with a failed handler. */
  reclaimEveryMs: 5_000,
  reclaimAfterFailureMs: 500,
  renewEveryMs: 2_500,
  /** A failed event is handled again after this time at the earliest. The pause doubles up to `reclaimAfterMs`. */
  retryAfterMs: 1_000,
  /** A replica that has not read for this time, and has no unfinished entries, is removed from the group. */
  forgetReplicaAfterMs: 3_600_000,
};
/**
 * After so many deliveries an entry is acknowledged with an error in the log. They take half an hour or more, so a failover or a deployment of
 * a service that the handler needs costs no event.
 */
const MAX_DELIVERIES = 200;
const FORGET_EVERY_MS = 600_000;

const STATE_EVENTS = ALL_PARTITIONS.map(stateEventsKey);
const CONSUMER_EVENTS = ALL_PARTITIONS.map(consumerEventsKey);
const forgetConsumers = RedisScript.fromFiles(import.meta.url, 'forget-consumers.lua');

type PendingEntry = [id: string, consumer: string, idleMs: number, deliveries: number];

/**
 * Does the work of a service for events of others. Guarantee: one replica of the group handles each event **at least once**, so
 * handlers must be idempotent. If a handler rejects, any replica calls it again, up to `MAX_DELIVERIES` times; then the event is logged
 * as an error and acknowledged. One replica handles events in log order. There is no order across replicas and repetitions, nor between
 * state events and consumer events. A slow handler keeps its event while its replica lives.
 */
export class DomainEventConsumer {
  private readonly blocking: Redis;
  /** A group without a handler of consumer events does not read them. */
  private readonly keys: readonly string[];
  private readonly closing = new AbortController();
  private running: Promise<void>[] = [];
  private readonly times: typeof TIMES;
  private failedAtMs = Number.NEGATIVE_INFINITY;
  private forgotAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    /** For the blocking read. */
    redisUrl: string,
    private readonly options: DomainEventConsumerOptions,
  ) {
    const { group, handlers, logger, times } = options;
    this.times = { ...TIMES, ...times };
    for (const type of handlers.keys()) {
      if (!isStateEvent(type) && !isConsumerEvent(type))
        throw new Error(`Events of type ${type} are only for clients: group ${group} would never see one.`);
    }
    // A former release has consumer events among the state events.
    this.keys = [...handlers.keys()].some(isConsumerEvent) ? [...STATE_EVENTS, ...CONSUMER_EVENTS] : STATE_EVENTS;
    this.blocking = connectRedis(redisUrl, { name: `${group}:events-reader`, logger });
  }

  async start(): Promise<void> {
    await this.createGroups();
    this.running = [this.read(), this.reclaim()];
  }

  /** Finishes the current event. Other replicas take the rest. */
  async close(): Promise<void> {
    this.closing.abort();
    disconnect(this.blocking);
    await Promise.all(this.running);
  }

  /** Number of events that the group has not finished. */
  async backlog(): Promise<number> {
    const { redis, group } = this.options;
    const groups = (await Promise.all(this.keys.map((key) => redis.xinfo('GROUPS', key)))) as unknown[][][];
    const own = groups.flat().filter((fields) => fields[fields.indexOf('name') + 1] === group);
    // `lag` is missing before Redis 7.0, and null after entries were deleted.
    const count = (fields: unknown[], name: string) =>
      Number((fields.includes(name) && fields[fields.indexOf(name) + 1]) || 0);
    return own.reduce((sum, fields) => sum + count(fields, 'pending') + count(fields, 'lag'), 0);
  }

  private get isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private async createGroups(): Promise<void> {
    const { redis, group } = this.options;
    const create = (key: string) =>
      // Position 0: the group also handles events from before its first replica started.
      redis.xgroup('CREATE', key, group, '0', 'MKSTREAM').catch((error: Error) => {
        if (!error.message.startsWith('BUSYGROUP')) throw error;
      });
    await Promise.all(this.keys.map(create));
  }

  private async read(): Promise<void> {
    const { group, consumer } = this.options;
    while (!this.isClosing) {
      try {
        const reply = await this.blocking.xreadgroup(
          ...(['GROUP', group, consumer, 'COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS'] as const),
          ...this.keys,
          ...this.keys.map(() => '>'),
        );
        const read = (reply ?? []) as [string, RawLogEntry[]][];
        for (const [key, entries] of read) await this.handle(key, entries);
        const isBehind = read.some(([, entries]) => entries.length === READ_COUNT);
        if (read.length > 0 && !isBehind) await this.pause(GATHER_MS);
      } catch (error) {
        // If Redis lost its data, the groups are gone with the streams.
        if (String(error).includes('NOGROUP')) await this.createGroups().catch(() => {});
        else await this.pause(RETRY_READ_AFTER_MS);
      }
    }
  }

  /** `deliveries`: of each entry, so far. */
  private async handle(key: string, entries: readonly RawLogEntry[], deliveries?: Map<string, number>): Promise<void> {
    const inWork = new Set(entries.map(([id]) => id));
    const renewing = setInterval(() => void this.renew(key, inWork), this.times.renewEveryMs);
    const done: string[] = [];
    const left: string[] = [];
    try {
      for (const entry of entries) {
        const [id] = entry;
        // A stop may have no time for all entries.
        if (this.isClosing) left.push(id);
        else if (await this.isHandled(decodeLogEntry(entry))) done.push(id);
        else {
          inWork.delete(id);
          await this.offerAgain(key, [id], this.retryAfterMs(deliveries?.get(id) ?? 1));
        }
      }
    } finally {
      clearInterval(renewing);
    }
    if (left.length > 0) await this.offerAgain(key, left, 0);
    if (done.length > 0) await this.options.redis.xack(key, this.options.group, ...done);
  }

  /** Keeps the entries that this replica handles: a handler may take long, and the entries after it wait. */
  private async renew(key: string, inWork: ReadonlySet<string>): Promise<void> {
    const { group, consumer, redis } = this.options;
    if (inWork.size > 0) await redis.xclaim(key, group, consumer, 0, ...inWork, 'JUSTID').catch(() => {});
  }

  private retryAfterMs(deliveries: number): number {
    return Math.min(this.times.retryAfterMs * 2 ** Math.min(deliveries - 1, 10), this.times.reclaimAfterMs);
  }

  /** Returns false if the handler failed. */
  private async isHandled(event: LoggedEvent): Promise<boolean> {
    try {
      await this.options.handlers.get(event.type)?.(event);
      return true;
    } catch (error) {
      this.failedAtMs = performance.now();
      this.options.logger.error({ type: event.type, logId: event.logId, err: error }, 'Event handler failed; retrying');
      return false;
    }
  }

  /** Sets the idle time of entries so that a replica reclaims them `afterMs` from now. */
  private async offerAgain(key: string, logIds: readonly string[], afterMs: number): Promise<void> {
    const { group, consumer, redis } = this.options;
    const idleMs = this.times.reclaimAfterMs - afterMs;
    await redis.xclaim(key, group, consumer, 0, ...logIds, 'IDLE', idleMs, 'JUSTID').catch(() => {});
  }

  private async reclaim(): Promise<void> {
    const { retryAfterMs, reclaimAfterFailureMs, reclaimEveryMs } = this.times;
    while (!this.isClosing) {
      const hasFailed = performance.now() - this.failedAtMs < 2 * retryAfterMs;
      await this.pause(hasFailed ? reclaimAfterFailureMs : reclaimEveryMs);
      if (this.isClosing) return;
      // A failure means that Redis is away; the next round repeats everything.
      await Promise.all(this.keys.map((key) => this.reclaimFrom(key).catch(() => {})));
      await this.forgetReplicas().catch(() => {});
    }
  }

  private async reclaimFrom(key: string): Promise<void> {
    const { group, consumer, logger, redis } = this.options;
    const { reclaimAfterMs } = this.times;
    const range = ['IDLE', reclaimAfterMs, '-', '+', READ_COUNT] as const;
    const pending = (await redis.xpending(key, group, ...range)) as PendingEntry[];
    const idsOf = (entries: readonly PendingEntry[]) => entries.map(([id]) => id);
    const failed = idsOf(pending.filter(([, , , deliveries]) => deliveries >= MAX_DELIVERIES));
    if (failed.length > 0) {
      logger.error({ key, entries: failed }, 'Events failed too often; acknowledged them without effect');
      await redis.xack(key, group, ...failed);
    }
    const ids = idsOf(pending.filter(([, , , deliveries]) => deliveries < MAX_DELIVERIES));
    if (ids.length === 0) return;
    const claimed = (await redis.xclaim(key, group, consumer, reclaimAfterMs, ...ids)) as RawLogEntry[];
    const unfinished = claimed.filter((entry) => entry?.[1]);
    await this.handle(key, unfinished, new Map(pending.map(([id, , , deliveries]) => [id, deliveries + 1])));
  }

  /** Each start of a replica has a new name, which Redis would remember for ever. */
  private async forgetReplicas(): Promise<void> {
    const { group, redis } = this.options;
    const { forgetReplicaAfterMs } = this.times;
    if (performance.now() - this.forgotAtMs < Math.min(forgetReplicaAfterMs, FORGET_EVERY_MS)) return;
    this.forgotAtMs = performance.now();
    for (const key of this.keys) await forgetConsumers.run<number>(redis, [key], [group, forgetReplicaAfterMs]);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.closing.signal }).catch(() => {});
  }
}
