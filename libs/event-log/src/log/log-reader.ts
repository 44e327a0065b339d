import type { LoggedEvent } from '@chat/contracts';
import { type ConnectionLogger, connectRedis, giveUp, isAway } from '@chat/redis';
import type { Redis } from 'ioredis';
import { LOG_PARTITIONS, partitionOf, stateEventsKey, stateEventsTailKey } from './keys.js';
import { decodeLogEntry, type RawLogEntry } from './log-entry.js';
import { isAtLeast, type LogPosition, parseLogPosition } from './log-position.js';

/** Told every fact, in the log's order per realm. Must not throw and must not wait. */
export type LogListener = (event: LoggedEvent) => void;

const READ_COUNT = 500;
/** An idle reader wakes up this often, and looks whether the log went back. */
const BLOCK_MS = 5_000;

export interface LogReaderOptions {
  readonly name: string;
  readonly logger?: ConnectionLogger;
}

interface Waiter {
  readonly position: LogPosition;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Follows the log's facts (see `isStateEvent`) from their end at the time of `start()`, for what a process keeps in memory. Every
 * replica sees every one. For work that must be done once per event, see `DomainEventConsumer`.
 *
 * When entries were trimmed away before they were read, or Redis lost its data, listeners notice by a gap in the
 * sequences of a (service, realm); what is read is always in order.
 */
export class LogReader {
  private readonly listeners: LogListener[] = [];
  private readonly positions: string[] = [];
  private readonly applied: LogPosition[] = [];
  private readonly waiters: Waiter[][] = Array.from({ length: LOG_PARTITIONS }, () => []);
  private readonly blocking: Redis;
  private readonly commands: Redis;
  private reading: Promise<void> | undefined;
  private isClosing = false;

  constructor(
    redisUrl: string,
    private readonly options: LogReaderOptions,
  ) {
    const { name, logger } = options;
    this.blocking = connectRedis(redisUrl, { name: `${name}:log-reader`, logger });
    this.commands = connectRedis(redisUrl, { name: `${name}:log`, logger, pipeline: true });
  }

  /** Before `start()`. Listeners are called in the order in which they were added. */
  onEvent(listener: LogListener): void {
    this.listeners.push(listener);
  }

  async start(): Promise<void> {
    for (let partition = 0; partition < LOG_PARTITIONS; partition++) {
      const last = await this.commands.xrevrange(stateEventsKey(partition), '+', '-', 'COUNT', 1);
      const id = last[0]?.[0] ?? '0-0';
      this.positions[partition] = id;
      this.applied[partition] = parseLogPosition(id);
    }
    this.reading = this.read();
  }

  /** Before a stop that would otherwise wait for a Redis that is away: who waits for something from there is refused. */
  giveUpWaiting(): void {
    if (isAway(this.commands)) giveUp(this.commands);
    if (!isAway(this.blocking)) return;
    const error = new Error('Redis is away, and this process stops.');
    for (const waiters of this.waiters) for (const waiter of waiters.splice(0)) waiter.reject(error);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    giveUp(this.blocking);
    giveUp(this.commands);
    await this.reading;
    for (const waiters of this.waiters) for (const waiter of waiters.splice(0)) waiter.resolve();
  }

  /** The last fact of the realm's partition: everything that anybody was told of is at or before it. */
  async tail(realmId: number): Promise<string> {
    return (await this.commands.get(stateEventsTailKey(partitionOf(realmId)))) ?? '0-0';
  }

  /** Where the partition's reading stands. */
  appliedPosition(realmId: number): string {
    return (this.applied[partitionOf(realmId)] as LogPosition).join('-');
  }

  /** Where the reading of each partition stands. */
  readPositions(): readonly string[] {
    return this.positions;
  }

  /** Undefined when the listeners have been told everything up to `asOf`; else a promise of that. */
  waitUntilApplied(realmId: number, asOf: string): Promise<void> | undefined {
    const partition = partitionOf(realmId);
    const position = parseLogPosition(asOf);
    if (isAtLeast(this.applied[partition] as LogPosition, position)) return undefined;
    return new Promise((resolve, reject) => {
      (this.waiters[partition] as Waiter[]).push({ position, resolve, reject });
    });
  }

  private async read(): Promise<void> {
    const keys = Array.from({ length: LOG_PARTITIONS }, (_, partition) => stateEventsKey(partition));
    while (!this.isClosing) {
      try {
        const reply = await this.blocking.xread(
          'COUNT',
          READ_COUNT,
          'BLOCK',
          BLOCK_MS,
          'STREAMS',
          ...keys,
          ...this.positions,
        );
        for (const [key, entries] of (reply ?? []) as [string, RawLogEntry[]][]) this.apply(keys.indexOf(key), entries);
        if (!reply) await this.followRewind();
      } catch {
        if (!this.isClosing) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  private apply(partition: number, entries: readonly RawLogEntry[]): void {
    for (const entry of entries) {
      const event = decodeLogEntry(entry);
      this.positions[partition] = entry[0];
      for (const listener of this.listeners) this.tell(listener, event);
    }
    const applied = parseLogPosition(this.positions[partition] as string);
    this.applied[partition] = applied;
    this.releaseWaiters(partition, applied);
  }

  private tell(listener: LogListener, event: LoggedEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.options.logger?.error({ type: event.type, logId: event.logId, err: error }, 'Log listener failed');
    }
  }

  private releaseWaiters(partition: number, applied: LogPosition): void {
    const waiters = this.waiters[partition] as Waiter[];
    if (waiters.length === 0) return;
    this.waiters[partition] = waiters.filter((waiter) => {
      if (!isAtLeast(applied, waiter.position)) return true;
      waiter.resolve();
      return false;
    });
  }

  /** After Redis lost data its stream may end before where we stand: then we start again at its beginning. */
  private async followRewind(): Promise<void> {
    for (let partition = 0; partition < LOG_PARTITIONS; partition++) {
      if (this.positions[partition] === '0-0') continue;
      const tail = (await this.commands.get(stateEventsTailKey(partition))) ?? '0-0';
      if (isAtLeast(parseLogPosition(tail), this.applied[partition] as LogPosition)) continue;
      this.positions[partition] = '0-0';
      this.applied[partition] = [0, 0];
    }
  }
}
