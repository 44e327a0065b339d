import type { LoggedEvent } from '@chat/contracts';
import {
  decodeLogEntry,
  isAtLeast,
  LOG_PARTITIONS,
  logKey,
  parseLogPosition,
  type RawLogEntry,
  stateEventsKey,
  tailKey,
} from '@chat/event-log';
import { giveUp } from '@chat/redis';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Entries of each partition that one read returns at most. */
const READ_COUNT = 200;
const BLOCK_MS = 2_000;
/**
 * From one batch to the next, at least. What happens meanwhile shares a write for each shard, a notice, and an answer to each client,
 * which is what costs most. An event that comes alone waits for nothing.
 */
const SPACING_MS = 10;
/** While nothing of the log is wanted, the loop looks this often where its end is. */
const REST_MS = 1_000;

/** What one read returned: by partition, its events in order. */
export type LogBatch = readonly { readonly partition: number; readonly events: readonly LoggedEvent[] }[];

/** Takes a batch in at once, in order; resolves when what it means is stored. Must not reject. */
export type BatchListener = (batch: LogBatch) => Promise<void>;

/** What the loop reads for: the shards of a replica. */
export interface LogAudience {
  /** Whether anything of the log may concern somebody. Who says no is concerned by nothing before `hurry` is called. */
  readonly isConcerned: () => boolean;
  readonly onBatch: BatchListener;
  /** While nobody was concerned, the loop went on to the log's end without reading; `positions` tell where that is. */
  readonly onSkipped: () => void;
  /** The log ends before where the loop stood: Redis lost data. The loop goes on from the log's end. */
  readonly onRewind: () => void;
}

/**
 * The one reading loop of a replica over all partitions of the log, shared by its shards. The next read begins when the last batch
 * is stored, so under load batches grow instead of queues. Replicas whose shards have no live queues do not read: else each
 * message would wake every one of them for nothing.
 */
export class LogFollower {
  /** Where the loop stands, per partition: all up to here was handed to the listener. */
  readonly positions: string[] = [];
  private reading: Promise<void> | undefined;
  private isClosing = false;
  private endRest: (() => void) | undefined;
  private isBehind = true;

  constructor(
    private readonly blocking: Redis,
    private readonly commands: Redis,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly audience: LogAudience,
  ) {}

  async start(): Promise<void> {
    this.positions.push(...(await this.tails()));
    this.reading = this.read();
  }

  async close(): Promise<void> {
    this.abort();
    await this.reading;
  }

  /** Stops reading without waiting for what is being handled. */
  abort(): void {
    this.isClosing = true;
    giveUp(this.blocking);
    this.hurry();
  }

  /** Whether the loop may stand where the log ended a while ago, since nobody was concerned. */
  get mayBeBehind(): boolean {
    return this.isBehind;
  }

  /** Somebody is concerned from now on. */
  hurry(): void {
    this.endRest?.();
  }

  /** A page of one partition's events after `position`, for a shard that is behind. */
  async readAfter(partition: number, position: string): Promise<LoggedEvent[]> {
    const entries = await this.commands.xrange(logKey(partition), `(${position}`, '+', 'COUNT', READ_COUNT);
    return (entries as RawLogEntry[]).map(decodeLogEntry);
  }

  /** All events in `(after, until]`; undefined when there are more than `most`, or `after` is not in the log any more. */
  async readBetween(partition: number, after: string, until: string, most: number): Promise<LoggedEvent[] | undefined> {
    // With the one at `after` itself: when it is there, so is what follows.
    const count = most + 2;
    const entries = (await this.commands.xrange(logKey(partition), after, until, 'COUNT', count)) as RawLogEntry[];
    const isWhole = after === '0-0' || entries[0]?.[0] === after;
    if (!isWhole || entries.length === count) return undefined;
    return entries.slice(after === '0-0' ? 0 : 1).map(decodeLogEntry);
  }

  /** Facts in `(after, until]`, without end of pages: for short stretches. */
  async readStateEventsBetween(partition: number, after: string, until: string): Promise<LoggedEvent[]> {
    const entries = await this.commands.xrange(stateEventsKey(partition), `(${after}`, until);
    return (entries as RawLogEntry[]).map(decodeLogEntry);
  }

  /** Whether everything after `position` is still in the log, and `position` itself was ever in this log. */
  async canReadFrom(partition: number, position: string): Promise<boolean> {
    if (position !== '0-0') {
      const found = await this.commands.xrange(logKey(partition), position, position);
      return found.length > 0;
    }
    const length = await this.commands.xlen(logKey(partition));
    if (length === 0) return true;
    const info = (await this.commands.xinfo('STREAM', logKey(partition))) as unknown[];
    return Number(info[info.indexOf('entries-added') + 1]) === length;
  }

  private async read(): Promise<void> {
    const keys = Array.from({ length: LOG_PARTITIONS }, (_, partition) => logKey(partition));
    while (!this.isClosing) {
      try {
        if (!this.audience.isConcerned()) {
          await this.rest();
          continue;
        }
        const reply = (await this.blocking.xread(
          ...(['COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS'] as const),
          ...keys,
          ...this.positions,
        )) as [string, RawLogEntry[]][] | null;
        const readAtMs = performance.now();
        if (reply) await this.hand(reply.map(([key, entries]) => ({ partition: keys.indexOf(key), entries })));
        else await this.followRewind();
        this.isBehind = (reply ?? []).some(([, entries]) => entries.length === READ_COUNT);
        if (reply && !this.isBehind) await this.keepSpace(readAtMs);
      } catch (error) {
        if (this.isClosing) return;
        this.logger.warn({ err: error }, 'Reading the log failed; tried again');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  private async keepSpace(readAtMs: number): Promise<void> {
    const ms = SPACING_MS - (performance.now() - readAtMs);
    if (ms > 0 && !this.isClosing) await new Promise((resolve) => setTimeout(resolve, ms));
  }

  private hand(read: readonly { partition: number; entries: RawLogEntry[] }[]): Promise<void> {
    const batch = read.map(({ partition, entries }) => ({ partition, events: entries.map(decodeLogEntry) }));
    for (const { partition, events } of batch) {
      this.positions[partition] = events.at(-1)?.logId ?? (this.positions[partition] as string);
    }
    return this.audience.onBatch(batch);
  }

  /** Waits until somebody may be concerned, and goes on to the log's end if nobody is. */
  private async rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    this.isBehind = true;
    await new Promise<void>((resolve) => {
      this.endRest = resolve;
      timer = setTimeout(resolve, REST_MS);
    });
    this.endRest = undefined;
    clearTimeout(timer);
    if (this.isClosing || this.audience.isConcerned()) return;
    const tails = await this.tails();
    // Whoever came meanwhile relies on being told what happens after where the loop stands.
    if (this.audience.isConcerned()) return;
    const isRewound = tails.some((tail, partition) => !this.isAtLeast(tail, partition));
    this.positions.splice(0, tails.length, ...tails);
    this.audience.onSkipped();
    if (isRewound) this.audience.onRewind();
  }

  private tails(): Promise<string[]> {
    return Promise.all(Array.from({ length: LOG_PARTITIONS }, (_, partition) => this.tail(partition)));
  }

  /** Whether `position` is where the loop stands, or after that. */
  private isAtLeast(position: string, partition: number): boolean {
    return isAtLeast(parseLogPosition(position), parseLogPosition(this.positions[partition] as string));
  }

  /** Where the log ends. */
  async tail(partition: number): Promise<string> {
    return (await this.commands.get(tailKey(partition))) ?? '0-0';
  }

  private async followRewind(): Promise<void> {
    let isRewound = false;
    for (const [partition, tail] of (await this.tails()).entries()) {
      if (this.isAtLeast(tail, partition)) continue;
      this.positions[partition] = tail;
      isRewound = true;
    }
    if (isRewound) this.audience.onRewind();
  }
}
