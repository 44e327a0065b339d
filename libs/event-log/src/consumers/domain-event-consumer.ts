import { setTimeout as sleep } from 'node:timers/promises';
import { isStateEvent, type LoggedEvent } from '@chat/contracts';
import { type ConnectionLogger, connectRedis, giveUp, isAway, RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { LOG_PARTITIONS, stateEventsKey } from '../log/keys.js';
import { decodeLogEntry, type RawLogEntry } from '../log/log-entry.js';

export interface DomainEventConsumerOptions {
  /** The consumer group. Each has a position of its own in the log. */
  readonly group: string;
  /** Names this replica within the group. */
  readonly consumer: string;
  readonly logger: ConnectionLogger;
  /** Milliseconds without reading after which a replica is gone; for tests. */
  readonly forgetReplicaAfterMs?: number;
  /** Handlers by event type, of facts. A type that is not here is acknowledged unseen. */
  readonly handlers: ReadonlyMap<string, (event: LoggedEvent) => Promise<void>>;
}

const READ_COUNT = 100;
/** Events gather this long before the next read. Whoever must see an effect at once asks for it by request. */
const GATHER_MS = 50;
const BLOCK_MS = 5_000;
/** An entry that a replica took and did not finish is taken over by another after this. */
const RECLAIM_AFTER_MS = 10_000;
/** How often unfinished entries are looked for: what a dead replica left, and what failed here a moment ago. */
const RECLAIM_EVERY_MS = 5_000;
const RECLAIM_AFTER_FAILURE_MS = 500;
/** An entry whose handler failed is free to be taken again after this. */
const RETRY_AFTER_MS = 1_000;
/** Tries before an entry is given up, logged as an error and acknowledged. */
const MAX_DELIVERIES = 20;
/** A replica that did not read for so long is gone: Redis need not know its name any more, once nothing of it is left to be done. */
const FORGET_REPLICA_AFTER_MS = 3_600_000;
/** How often it is looked for such ones. */
const FORGET_EVERY_MS = 600_000;

const forgetConsumers = RedisScript.fromFiles(import.meta.url, 'forget-consumers.lua');

type PendingEntry = [id: string, consumer: string, idleMs: number, deliveries: number];

/**
 * Work that a service must do for what another did: each event reaches one replica of the group, **at least once**, so
 * handlers must be idempotent. An event whose handler fails is tried again, by any replica, and is given up (logged) after
 * `MAX_DELIVERIES`. Order is the log's within one replica; across replicas and repeats there is none.
 */
export class DomainEventConsumer {
  private readonly redis: Redis;
  private running: Promise<void>[] = [];
  private readonly closing = new AbortController();
  private failedAtMs = Number.NEGATIVE_INFINITY;
  private forgotAtMs = Number.NEGATIVE_INFINITY;
  private readonly commands: Redis;

  constructor(
    redisUrl: string,
    private readonly options: DomainEventConsumerOptions,
  ) {
    const { group, handlers, logger } = options;
    for (const type of handlers.keys()) {
      if (!isStateEvent(type))
        throw new Error(`Events of type ${type} are only for clients: group ${group} would never see one.`);
    }
    this.redis = connectRedis(redisUrl, { name: `${group}:events-reader`, logger });
    this.commands = connectRedis(redisUrl, { name: `${group}:events`, logger });
  }

  async start(): Promise<void> {
    await this.createGroups();
    this.running = [this.read(), this.reclaim()];
  }

  /** Finishes the events being handled; what else was taken is left to others. */
  async close(): Promise<void> {
    this.closing.abort();
    giveUp(this.redis);
    if (isAway(this.commands)) giveUp(this.commands);
    await Promise.all(this.running);
    giveUp(this.commands);
  }

  /** Events that the group has not finished: not read yet, or being worked on. */
  async backlog(): Promise<number> {
    const { group } = this.options;
    const partitions = Array.from({ length: LOG_PARTITIONS }, (_, partition) => stateEventsKey(partition));
    const groups = (await Promise.all(partitions.map((key) => this.commands.xinfo('GROUPS', key)))) as unknown[][][];
    const own = groups.flat().filter((fields) => fields[fields.indexOf('name') + 1] === group);
    // Redis before 7.0 does not tell the lag, and no Redis does after entries were deleted.
    const count = (fields: unknown[], name: string) =>
      Number((fields.includes(name) && fields[fields.indexOf(name) + 1]) || 0);
    return own.reduce((sum, fields) => sum + count(fields, 'pending') + count(fields, 'lag'), 0);
  }

  private get isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private async createGroups(): Promise<void> {
    for (let partition = 0; partition < LOG_PARTITIONS; partition++) {
      await this.commands
        // From the log's beginning: what happened before the first replica ever started counts too.
        .xgroup('CREATE', stateEventsKey(partition), this.options.group, '0', 'MKSTREAM')
        .catch((error: Error) => {
          if (!error.message.startsWith('BUSYGROUP')) throw error;
        });
    }
  }

  private async read(): Promise<void> {
    const { group, consumer } = this.options;
    const keys = Array.from({ length: LOG_PARTITIONS }, (_, partition) => stateEventsKey(partition));
    const positions = keys.map(() => '>');
    while (!this.isClosing) {
      try {
        const reply = await this.redis.xreadgroup(
          ...(['GROUP', group, consumer, 'COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS'] as const),
          ...keys,
          ...positions,
        );
        const read = (reply ?? []) as [string, RawLogEntry[]][];
        for (const [key, entries] of read) await this.handle(key, entries);
        // Most events are none of this group's: they are taken many at a time, unless it is behind.
        const isBehind = read.some(([, entries]) => entries.length === READ_COUNT);
        if (read.length > 0 && !isBehind) await this.pause(GATHER_MS);
      } catch (error) {
        if (!this.isClosing) await this.recover(error);
      }
    }
  }

  private async recover(error: unknown): Promise<void> {
    // Redis was wiped: the groups are gone with the streams.
    if (error instanceof Error && error.message.includes('NOGROUP')) await this.createGroups().catch(() => {});
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** False if the handler of the event failed. */
  private async isHandled(event: LoggedEvent): Promise<boolean> {
    try {
      await this.options.handlers.get(event.type)?.(event);
      return true;
    } catch (error) {
      this.failedAtMs = performance.now();
      this.options.logger.error({ type: event.type, logId: event.logId, err: error }, 'Event handler failed; retried');
      return false;
    }
  }

  private async handle(key: string, entries: readonly RawLogEntry[]): Promise<void> {
    const done: string[] = [];
    const left: string[] = [];
    for (const entry of entries) {
      // What was taken may be more than a stop has time for.
      if (this.isClosing) {
        left.push(entry[0]);
        continue;
      }
      const event = decodeLogEntry(entry);
      if (await this.isHandled(event)) done.push(event.logId);
      else await this.offerAgain(key, [event.logId], RETRY_AFTER_MS);
    }
    if (left.length > 0) await this.offerAgain(key, left, 0);
    if (done.length > 0) await this.commands.xack(key, this.options.group, ...done);
  }

  /** Makes the entries look as if they had been idle for so long that they are reclaimed `afterMs` from now. */
  private async offerAgain(key: string, logIds: readonly string[], afterMs: number): Promise<void> {
    const { group, consumer } = this.options;
    const idleMs = RECLAIM_AFTER_MS - afterMs;
    await this.commands.xclaim(key, group, consumer, 0, ...logIds, 'IDLE', idleMs, 'JUSTID').catch(() => {});
  }

  private async reclaim(): Promise<void> {
    const keys = Array.from({ length: LOG_PARTITIONS }, (_, partition) => stateEventsKey(partition));
    while (!this.isClosing) {
      const hasFailed = performance.now() - this.failedAtMs < 2 * RETRY_AFTER_MS;
      await this.pause(hasFailed ? RECLAIM_AFTER_FAILURE_MS : RECLAIM_EVERY_MS);
      if (this.isClosing) return;
      const pipeline = this.commands.pipeline();
      for (const key of keys) {
        pipeline.xpending(key, this.options.group, 'IDLE', RECLAIM_AFTER_MS, '-', '+', READ_COUNT);
      }
      const replies = (await pipeline.exec().catch(() => null)) ?? [];
      for (const [index, [error, pending]] of replies.entries()) {
        if (!error) await this.finishOthers(keys[index] as string, pending as PendingEntry[]).catch(() => {});
      }
      await this.forgetGone(keys).catch(() => {}); // Redis is away; tried again
    }
  }

  /** Each start of a replica has a name of its own, which Redis keeps until it is told otherwise. */
  private async forgetGone(keys: readonly string[]): Promise<void> {
    const afterMs = this.options.forgetReplicaAfterMs ?? FORGET_REPLICA_AFTER_MS;
    if (performance.now() - this.forgotAtMs < Math.min(afterMs, FORGET_EVERY_MS)) return;
    this.forgotAtMs = performance.now();
    for (const key of keys) await forgetConsumers.run<number>(this.commands, [key], [this.options.group, afterMs]);
  }

  private async finishOthers(key: string, pending: readonly PendingEntry[]): Promise<void> {
    const { group, consumer, logger } = this.options;
    if (pending.length === 0) return;
    const givenUp = pending.filter(([, , , deliveries]) => deliveries >= MAX_DELIVERIES).map(([id]) => id);
    if (givenUp.length > 0) {
      logger.error({ key, entries: givenUp }, 'Events given up after too many tries');
      await this.commands.xack(key, group, ...givenUp);
    }
    const ids = pending.map(([id]) => id).filter((id) => !givenUp.includes(id));
    if (ids.length === 0) return;
    const claimed = (await this.commands.xclaim(key, group, consumer, RECLAIM_AFTER_MS, ...ids)) as RawLogEntry[];
    await this.handle(
      key,
      claimed.filter((entry) => entry?.[1]),
    );
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.closing.signal }).catch(() => {});
  }
}
