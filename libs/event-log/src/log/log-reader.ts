import type { LoggedEvent } from '@chat/contracts';
import { type ConnectionLogger, connectRedis, giveUp, isAway, untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';
import { AppliedPositions } from './applied-positions.js';
import { ALL_PARTITIONS, partitionOf, stateEventsKey, stateEventsTailKey } from './keys.js';
import { decodeLogEntry, isAtLeast, type LogPosition, parseLogPosition, type RawLogEntry } from './log-entry.js';

/** Gets every state event, in log order per realm. Must not throw or wait. */
type LogListener = (event: LoggedEvent) => void;

const READ_COUNT = 500;
/** An idle reader checks after each of these times whether Redis has lost data. */
const BLOCK_MS = 5_000;
const NO_EVENTS = '0-0';

/**
 * Follows the state events of the log (see `isStateEvent`) from their end at the time of `start()`, for caches and projections in
 * memory. Every replica gets every event, in log order per realm. For work that must happen once per event use `DomainEventConsumer`.
 *
 * If Redis lost data, or trimmed entries that were not read yet, the listener gets a gap: an event with a `follows` above the last
 * sequence of its service and realm. The listener must then load its state again.
 */
export class LogReader extends AppliedPositions {
  private readonly listeners: LogListener[] = [];
  private readonly blocking: Redis;
  private readonly commands: Redis;
  private reading: Promise<void> | undefined;
  private isClosing = false;

  constructor(
    redisUrl: string,
    private readonly options: { readonly name: string; readonly logger?: ConnectionLogger },
  ) {
    super();
    const { name, logger } = options;
    this.blocking = connectRedis(redisUrl, { name: `${name}:log-reader`, logger });
    this.commands = connectRedis(redisUrl, { name: `${name}:log`, logger, pipeline: true });
  }

  /** Adds a listener, before `start()`. Listeners run in the order of their addition. */
  onEvent(listener: LogListener): void {
    this.listeners.push(listener);
  }

  async start(): Promise<void> {
    for (const partition of ALL_PARTITIONS) {
      const [last] = await this.commands.xrevrange(stateEventsKey(partition), '+', '-', 'COUNT', 1);
      this.applied[partition] = parseLogPosition(last?.[0] ?? NO_EVENTS);
    }
    this.reading = this.read();
  }

  /** If Redis is away, rejects all that waits for it. Call it before a stop, which would otherwise wait for Redis. */
  giveUpWaiting(): void {
    if (isAway(this.commands)) giveUp(this.commands);
    if (!isAway(this.blocking)) return;
    this.endWaiting(new Error('Redis is away, and this process stops.'));
  }

  async close(): Promise<void> {
    this.isClosing = true;
    giveUp(this.blocking);
    giveUp(this.commands);
    await this.reading;
    this.endWaiting();
  }

  /** Position of the last state event in the realm's partition. Every acknowledged change is at or before it. */
  async tail(realmId: number): Promise<string> {
    return (await this.commands.get(stateEventsTailKey(partitionOf(realmId)))) ?? NO_EVENTS;
  }

  private async read(): Promise<void> {
    const keys = ALL_PARTITIONS.map(stateEventsKey);
    while (!this.isClosing) {
      try {
        const reply = (await this.blocking.xread(
          ...(['COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS'] as const),
          ...keys,
          ...this.readPositions(),
        )) as [string, RawLogEntry[]][] | null;
        for (const [key, entries] of reply ?? []) this.apply(keys.indexOf(key), entries);
        if (!reply) await this.followRewind();
      } catch {
        if (!this.isClosing) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  private apply(partition: number, entries: readonly RawLogEntry[]): void {
    for (const entry of entries) {
      const event = decodeLogEntry(entry);
      for (const listener of this.listeners) this.notify(listener, event);
      this.applied[partition] = parseLogPosition(event.logId);
    }
    this.resolveWaiting(partition);
  }

  private notify(listener: LogListener, event: LoggedEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.options.logger?.error({ type: event.type, logId: event.logId, err: error }, 'Log listener failed');
    }
  }

  /** After Redis lost data the stream may end before the position of this reader. The reader then begins at its start. */
  private async followRewind(): Promise<void> {
    for (const partition of ALL_PARTITIONS) {
      const tail = (await this.commands.get(stateEventsTailKey(partition))) ?? NO_EVENTS;
      if (!isAtLeast(parseLogPosition(tail), this.applied[partition] as LogPosition)) this.applied[partition] = [0, 0];
    }
  }
}

/** Like `LogReader.tail`, for a process without a reader: the `asOf` of a request that does not come through a gateway. */
export async function readTail(redis: Redis, realmId: number): Promise<string> {
  const key = stateEventsTailKey(partitionOf(realmId));
  return (await untilAnswered(redis, () => redis.get(key))) ?? NO_EVENTS;
}

/**
 * Age of the oldest entry after `positions` (one per partition) in the streams that `keyOf` names, ms; 0 if there is none. `nowMs` is
 * time by the clock of Redis.
 */
export async function millisecondsBehind(
  redis: Redis,
  keyOf: (partition: number) => string,
  positions: readonly string[],
  nowMs: number,
): Promise<number> {
  const next = await Promise.all(
    positions.map((position, partition) => redis.xrange(keyOf(partition), `(${position}`, '+', 'COUNT', 1)),
  );
  return Math.max(0, ...next.flat().map(([id]) => nowMs - Number.parseInt(id, 10)));
}
