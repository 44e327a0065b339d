import { setTimeout as sleep } from 'node:timers/promises';
import { serviceUnavailable } from '@chat/contracts';
import { disconnect, untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { historyIn } from '../epochs/server-history.js';

/** A value without meaning. `WAIT` counts the replicas that have the last write of its connection, and with it every write before. */
const BARRIER_KEY = 'events:barrier';
/** Replicas that need longer are too far behind. */
const WAIT_MS = 1_000;
const RETRY_AFTER_MS = 200;
/** Two rounds, and less than the deadline of the requests. */
const MAX_PASS_MS = 2_000;

/**
 * Finds out that enough replicas of Redis have everything that the primary has (`EVENTS_AFTER_REPLICAS`). One round serves all callers that
 * came before it began, so its cost does not grow with them. Without callers there are no rounds.
 *
 * A round names the history of data of the server that it asked. Data that were read or written in another history may be lost: another
 * server became primary in between, and its replicas do not count.
 */
export class ReplicaBarrier {
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<string | undefined> | undefined;
  private missingSinceMs: number | undefined;
  isClosed = false;

  constructor(
    /** For this object alone, without `resendAfterReconnect`: a round is about one connection. */
    private readonly redis: Redis,
    private readonly replicas: number,
    private readonly logger: Pick<Logger, 'warn' | 'info'>,
  ) {}

  /** Time since replicas are missing or too far behind; 0 if they are not. */
  get missingMs(): number {
    return this.missingSinceMs === undefined ? 0 : performance.now() - this.missingSinceMs;
  }

  /**
   * Resolves with the name of the server's history when enough replicas have all present data of the server; with undefined if they do not
   * have it in time. Waits while Redis is away. Never rejects.
   */
  reach(): Promise<string | undefined> {
    this.next ??= this.beginNext();
    return this.next;
  }

  /**
   * Resolves when enough replicas have all present data of the server of `history`. Throws SERVICE_UNAVAILABLE if they do not have it in
   * time, or if another server is the primary.
   */
  async pass(history: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, MAX_PASS_MS);
    });
    // Every fetch passes here, so no timer may outlive its fetch.
    const reached = await Promise.race([this.reach(), late]).finally(() => clearTimeout(timer));
    if (reached !== history) throw serviceUnavailable('events');
  }

  close(): void {
    this.isClosed = true;
    disconnect(this.redis);
  }

  private async beginNext(): Promise<string | undefined> {
    await this.running;
    this.next = undefined;
    const round = this.round();
    this.running = round.then((history) => {
      if (history !== undefined) return undefined;
      // Until it succeeds, so that the end of the fault is noticed without callers.
      if (!this.isClosed) void this.reach();
      return sleep(RETRY_AFTER_MS, undefined, { ref: false });
    });
    return round;
  }

  private async round(): Promise<string | undefined> {
    try {
      // In one write: the connection, and with the name at the end the history, is the same for all three.
      const [, count, info] = await untilAnswered(this.redis, () =>
        Promise.all([
          this.redis.set(BARRIER_KEY, ''),
          this.redis.wait(this.replicas, WAIT_MS),
          this.redis.info('replication'),
        ]),
      );
      this.note(count >= this.replicas ? undefined : `${count} of ${this.replicas} replicas have the newest data`);
      return count >= this.replicas ? historyIn(info) : undefined;
    } catch (error) {
      this.note((error as Error).message);
      return undefined;
    }
  }

  private note(problem: string | undefined): void {
    const { missingSinceMs } = this;
    if ((missingSinceMs === undefined) === (problem === undefined) || this.isClosed) return;
    this.missingSinceMs = problem === undefined ? undefined : performance.now();
    if (problem === undefined) this.logger.info('Replicas of Redis have the newest events again');
    else this.logger.warn({ problem }, 'Replicas of Redis lack the newest events; clients wait for them');
  }
}
