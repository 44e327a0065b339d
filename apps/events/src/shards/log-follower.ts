import type { LoggedEvent } from '@chat/contracts';
import { ALL_PARTITIONS, decodeLogEntry, isAtLeast, logKey, parseLogPosition, type RawLogEntry } from '@chat/event-log';
import { giveUp } from '@chat/redis';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { LogStretches } from './log-stretches.js';

/** Entries per partition and read. */
const READ_COUNT = 200;
const BLOCK_MS = 2_000;
/**
 * Least time from one batch to the next. Events of that time share one write per shard, one notice, and one response to each client.
 * An event that comes alone does not wait.
 */
const SPACING_MS = 10;
/** While no shard is concerned, the follower skips to the end of the log this often. */
const PAUSE_MS = 1_000;

/** The result of one read: events in order, by partition. */
export type LogBatch = readonly { readonly partition: number; readonly events: readonly LoggedEvent[] }[];

/** The shards of a replica. */
export interface LogAudience {
  /** Whether any event may concern a shard. While it returns false, it may change only with a call of `LogFollower.resume`. */
  readonly isConcerned: () => boolean;
  /** Resolves when the result of the batch is stored. Must not reject. */
  readonly onBatch: (batch: LogBatch) => Promise<void>;
  /** Redis lost data, and the log ends before the position of the follower. The follower continues at the end of the log. */
  readonly onRewind: () => void;
}

/**
 * The one reading loop of a replica over all partitions of the log; its shards share it. The next read begins when the last batch is
 * stored, so under load batches grow instead of a backlog in memory. A replica without live queues does not read: otherwise each
 * message would wake every replica.
 */
export class LogFollower {
  /** By partition: all events up to here were given to the shards. */
  readonly positions: string[] = [];
  private reading: Promise<void> | undefined;
  private isClosing = false;
  private endPause: (() => void) | undefined;

  constructor(
    private readonly blocking: Redis,
    private readonly log: Pick<LogStretches, 'tails'>,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly audience: LogAudience,
  ) {}

  async start(): Promise<void> {
    this.positions.push(...(await this.log.tails()));
    this.reading = this.read();
  }

  async close(): Promise<void> {
    this.abort();
    await this.reading;
  }

  /** Stops reading without waiting for the current batch. */
  abort(): void {
    this.isClosing = true;
    giveUp(this.blocking);
    this.resume();
  }

  /** Ends a pause: an event may concern a shard from now on. */
  resume(): void {
    this.endPause?.();
  }

  private async read(): Promise<void> {
    const keys = ALL_PARTITIONS.map(logKey);
    while (!this.isClosing) {
      try {
        if (!this.audience.isConcerned()) {
          await this.pause();
          continue;
        }
        const reply = (await this.blocking.xread(
          ...(['COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS'] as const),
          ...keys,
          ...this.positions,
        )) as [string, RawLogEntry[]][] | null;
        if (reply === null) {
          this.moveToTails(await this.log.tails(), 'rewound only');
          continue;
        }
        const readAtMs = performance.now();
        await this.deliver(
          reply.map(([key, entries]) => ({ partition: keys.indexOf(key), events: entries.map(decodeLogEntry) })),
        );
        const isBehind = reply.some(([, entries]) => entries.length === READ_COUNT);
        const spacingMs = SPACING_MS - (performance.now() - readAtMs);
        if (!isBehind && spacingMs > 0 && !this.isClosing)
          await new Promise((resolve) => setTimeout(resolve, spacingMs));
      } catch (error) {
        if (this.isClosing) return;
        this.logger.warn({ err: error }, 'Reading the log failed; trying again');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  private deliver(batch: LogBatch): Promise<void> {
    for (const { partition, events } of batch) {
      this.positions[partition] = events.at(-1)?.logId ?? (this.positions[partition] as string);
    }
    return this.audience.onBatch(batch);
  }

  /** Waits until a shard may be concerned. If none is, skips to the end of the log. */
  private async pause(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.endPause = resolve;
      timer = setTimeout(resolve, PAUSE_MS);
    });
    this.endPause = undefined;
    clearTimeout(timer);
    if (this.isClosing || this.audience.isConcerned()) return;
    const tails = await this.log.tails();
    // A shard that became concerned meanwhile needs all events after the current positions.
    if (!this.audience.isConcerned()) this.moveToTails(tails, 'all');
  }

  private moveToTails(tails: readonly string[], which: 'all' | 'rewound only'): void {
    const rewound = ALL_PARTITIONS.filter(
      (partition) =>
        !isAtLeast(parseLogPosition(tails[partition] as string), parseLogPosition(this.positions[partition] as string)),
    );
    for (const partition of which === 'all' ? ALL_PARTITIONS : rewound)
      this.positions[partition] = tails[partition] as string;
    if (rewound.length > 0) this.audience.onRewind();
  }
}
