import type { LoggedEvent, ServiceName } from '@chat/contracts';
import { type ConnectionLogger, connectRedis, disconnect, isAway, untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';
import { AppliedPositions } from './applied-positions.js';
import { LogBegan } from './log-began.js';
import {
  ALL_PARTITIONS,
  decodeLogEntry,
  type LogPosition,
  parseLogPosition,
  partitionOf,
  previousIdOf,
  type RawLogEntry,
  stateEventsKey,
  stateEventsTailKey,
} from './stored-log.js';

/** Gets every state event, in log order per realm. Must not throw or wait. */
type LogListener = (event: LoggedEvent) => void;
/** Discards everything that was derived from the events of these realms. Must not throw or wait. */
type DiscardListener = (isConcerned: (realmId: number) => boolean) => void;

const READ_COUNT = 500;
/** An idle reader checks after each of these times whether Redis has lost data. */
const BLOCK_MS = 2_000;
const NO_EVENTS = '0-0';

/**
 * Follows the state events of the log (see `isStateEvent`) from their end at the time of `start()`, for caches and projections in
 * memory. Every replica gets every event, in log order per realm. For work that must happen once per event use `DomainEventConsumer`.
 *
 * A listener that misses events can notice it: either it gets an event with a `follows` above the last sequence of its service and realm, or
 * `onDiscard` is called. It must then load its state again. It may get events twice.
 */
export class LogReader extends AppliedPositions {
  private readonly listeners: LogListener[] = [];
  private readonly discardListeners: { readonly service: ServiceName; readonly discard: DiscardListener }[] = [];
  /** Positions before a new connection, which may lead to another server. Undefined if they were found in the log. */
  private unverified: LogPosition[] | undefined;
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
    this.blocking.on('ready', () => {
      this.unverified ??= [...this.applied];
    });
  }

  /** Adds a listener, before `start()`. Listeners run in the order of their addition. */
  onEvent(listener: LogListener): void {
    this.listeners.push(listener);
  }

  /**
   * Adds a listener that discards data derived from the events of a service. It is called, in order with the events, if the log of a realm
   * begins anew, and for all realms of a partition if Redis lost events that this process has read.
   */
  onDiscard(service: ServiceName, discard: DiscardListener): void {
    this.discardListeners.push({ service, discard });
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
    if (isAway(this.commands)) disconnect(this.commands);
    if (!isAway(this.blocking)) return;
    this.endWaiting(new Error('Redis is away, and this process stops.'));
  }

  async close(): Promise<void> {
    this.isClosing = true;
    disconnect(this.blocking);
    disconnect(this.commands);
    await this.reading;
    this.endWaiting();
  }

  /** Position of the last state event in the realm's partition. Every acknowledged change is at or before it. */
  async tail(realmId: number): Promise<string> {
    return (await this.commands.get(stateEventsTailKey(partitionOf(realmId)))) ?? NO_EVENTS;
  }

  /** Waits until the listeners got every event that is in the log at the time of the call. */
  async waitUntilLatest(realmId: number): Promise<void> {
    await this.waitUntilApplied(realmId, await this.tail(realmId));
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
        if (!reply) this.unverified ??= [...this.applied];
        // The reply may come from another server, and begin after lost events.
        if (!(await this.findPlaces())) continue;
        for (const [key, entries] of reply ?? []) this.apply(keys.indexOf(key), entries);
      } catch {
        if (!this.isClosing) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  private apply(partition: number, entries: readonly RawLogEntry[]): void {
    for (const entry of entries) {
      const event = decodeLogEntry(entry);
      const previous = previousIdOf(entry);
      if (previous !== undefined && previous !== this.applied[partition]?.join('-')) this.discardPartition(partition);
      if (LogBegan.matches(event)) this.discard(event);
      for (const listener of this.listeners) this.notify(listener, event);
      this.applied[partition] = parseLogPosition(event.logId);
    }
    this.resolveWaiting(partition);
  }

  private discard({ service, realmId }: LoggedEvent): void {
    for (const each of this.discardListeners) if (each.service === service) each.discard((id) => id === realmId);
  }

  /** The listeners did not get all events before the next one. */
  private discardPartition(partition: number): void {
    for (const { discard } of this.discardListeners) discard((realmId) => partitionOf(realmId) === partition);
  }

  private notify(listener: LogListener, event: LoggedEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.options.logger?.error({ type: event.type, logId: event.logId, err: error }, 'Log listener failed');
    }
  }

  /** Returns false if Redis lost the place of this reader in a partition. It then continues after the last entry before that place. */
  private async findPlaces(): Promise<boolean> {
    const places = this.unverified;
    if (places === undefined) return true;
    const lost = await Promise.all(places.map((place, partition) => this.isLost(partition, place)));
    if (this.unverified === places) this.unverified = undefined;
    return lost.every((isLost) => !isLost);
  }

  private async isLost(partition: number, place: LogPosition): Promise<boolean> {
    const id = place.join('-');
    const [last] = await this.commands.xrevrange(stateEventsKey(partition), id, '-', 'COUNT', 1);
    const found = last?.[0] ?? NO_EVENTS;
    if (found === id) return false;
    this.discardPartition(partition);
    this.applied[partition] = parseLogPosition(found);
    return true;
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
