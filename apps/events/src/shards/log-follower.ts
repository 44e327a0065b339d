import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedEvent } from '@chat/contracts';
import { ALL_PARTITIONS, decodeLogEntry, isAtLeast, logKey, parseLogPosition, type RawLogEntry } from '@chat/event-log';
import { disconnect, untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { RedisEpoch } from '../epochs/redis-epochs.js';
import { readHistory } from '../epochs/server-history.js';
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
/** While the connection leads to another server than that of the epoch, it is made anew this often. */
const OTHER_SERVER_MS = 200;

type RawLogBatch = readonly [key: string, entries: readonly RawLogEntry[]][];
const LOG_KEYS = ALL_PARTITIONS.map(logKey);

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
  private pausing = new AbortController();
  /** Of the connected server; read once per connection. */
  private history: string | undefined;
  private epoch: RedisEpoch | undefined;

  constructor(
    /** Without `resendAfterReconnect`. */
    private readonly blocking: Redis,
    private readonly log: Pick<LogStretches, 'tails'>,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly audience: LogAudience,
  ) {
    blocking.on('close', () => {
      this.history = undefined;
    });
  }

  start(epoch: RedisEpoch): void {
    this.moveTo(epoch);
    this.reading = this.read();
  }

  /** Continues at the end of the log of another epoch: the positions so far may be those of a log that Redis has lost. */
  startOver(epoch: RedisEpoch): void {
    this.moveTo(epoch);
    this.blocking.disconnect(true);
  }

  async close(): Promise<void> {
    this.abort();
    await this.reading;
  }

  /** Stops reading without waiting for the current batch. */
  abort(): void {
    this.isClosing = true;
    disconnect(this.blocking);
    this.resume();
  }

  /** Ends a pause: an event may concern a shard from now on. */
  resume(): void {
    this.pausing.abort();
  }

  private async read(): Promise<void> {
    while (!this.isClosing) {
      try {
        if (this.audience.isConcerned()) await this.readOn();
        else await this.pause();
      } catch (error) {
        if (this.isClosing) return;
        this.logger.warn({ err: error }, 'Reading the log failed; trying again');
        await sleep(50);
      }
    }
  }

  private async readOn(): Promise<void> {
    const { epoch } = this;
    const reply = await untilAnswered(this.blocking, () => this.readNext());
    if (epoch !== this.epoch) return;
    if (reply === 'other server') await this.changeServer();
    else if (reply === null) this.moveToTails(await this.tailsIn(epoch), 'rewound only');
    else await this.deliver(reply);
  }

  /** Reads only from a server that has the log of the epoch. The command is not repeated on another connection. */
  private async readNext(): Promise<RawLogBatch | 'other server' | null> {
    this.history ??= await readHistory(this.blocking);
    if (this.history !== this.epoch?.history) return 'other server';
    return (await this.blocking.xread(
      ...(['COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS'] as const),
      ...LOG_KEYS,
      ...this.positions,
    )) as RawLogBatch | null;
  }

  private moveTo(epoch: RedisEpoch): void {
    this.epoch = epoch;
    this.positions.splice(0, this.positions.length, ...epoch.logTails);
  }

  private async deliver(reply: RawLogBatch): Promise<void> {
    const readAtMs = performance.now();
    const batch = reply.map(([key, entries]) => ({
      partition: LOG_KEYS.indexOf(key),
      events: entries.map(decodeLogEntry),
    }));
    for (const { partition, events } of batch) {
      this.positions[partition] = events.at(-1)?.logId ?? (this.positions[partition] as string);
    }
    await this.audience.onBatch(batch);
    const isBehind = reply.some(([, entries]) => entries.length === READ_COUNT);
    const spacingMs = SPACING_MS - (performance.now() - readAtMs);
    if (!isBehind && spacingMs > 0 && !this.isClosing) await sleep(spacingMs);
  }

  /** The address may still lead to the former server, or already to the next one. */
  private async changeServer(): Promise<void> {
    await sleep(OTHER_SERVER_MS);
    this.blocking.disconnect(true);
  }

  /** Waits until a shard may be concerned. If none is, skips to the end of the log. */
  private async pause(): Promise<void> {
    this.pausing = new AbortController();
    await sleep(PAUSE_MS, undefined, { signal: this.pausing.signal }).catch(() => {});
    if (this.isClosing || this.audience.isConcerned()) return;
    const tails = await this.tailsIn(this.epoch);
    // A shard that became concerned meanwhile needs all events after the current positions.
    if (!this.audience.isConcerned()) this.moveToTails(tails, 'all');
  }

  /** The positions of this follower if a new epoch has begun meanwhile. */
  private async tailsIn(epoch: RedisEpoch | undefined): Promise<readonly string[]> {
    const tails = await this.log.tails();
    return epoch === this.epoch ? tails : this.positions;
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
