import type { ConnectionLogger } from '@chat/redis';
import type { Redis } from 'ioredis';
import {
  ENOUGH_TO_SEND,
  GATHER_TURNS,
  listLifetimeMs,
  MAX_UNANSWERED_LENGTH,
  MAX_WAITING_REQUESTS,
  OVERLOAD_PAUSE_MS,
  WAITING_REQUEST_LENGTH,
} from './limits.js';
import { afterTurns } from './next-turn.js';
import type { PreferredReplica } from './preferred-replicas.js';

/** The list in which a request waits to be taken. */
export interface Destination {
  readonly list: string;
  /** Of the replica that has the list for itself. */
  readonly preferred?: PreferredReplica | undefined;
}

/**
 * Puts requests into lists, those of a few turns of the event loop together unless they are enough before, and slows
 * down if the lists become too long. `redis` must not send again what was on its way when the connection broke.
 */
export class RequestSender {
  /** Requests that gather, by list. */
  private outgoing = new Map<string, { readonly destination: Destination; readonly texts: string[] }>();
  private gathered = 0;
  private isFlushing = false;
  private readonly refuseUntil = new Map<string, number>();
  /** Of what was sent since the connection is there, or waits for it. */
  private unansweredLength = 0;
  private connection = 0;

  constructor(
    private readonly redis: Redis,
    private readonly logger: ConnectionLogger | undefined,
    private readonly maxUnansweredLength = MAX_UNANSWERED_LENGTH,
  ) {
    // What was on its way on the former connection is never answered; what waited for this one leaves now.
    redis.on('ready', () => {
      this.connection++;
      this.unansweredLength = 0;
    });
  }

  send(destination: Destination, text: string): void {
    const batch = this.outgoing.get(destination.list);
    if (batch) batch.texts.push(text);
    else this.outgoing.set(destination.list, { destination, texts: [text] });
    this.sendSoon();
  }

  /** Whether too many wait in the list for one more to be worth sending, or too much for Redis itself. */
  isRefusing(list: string): boolean {
    if (this.unansweredLength > this.maxUnansweredLength) return true;
    const until = this.refuseUntil.get(list);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.refuseUntil.delete(list);
    return false;
  }

  private sendSoon(): void {
    this.gathered++;
    if (this.gathered >= ENOUGH_TO_SEND) this.flush();
    if (this.isFlushing) return;
    this.isFlushing = true;
    afterTurns(GATHER_TURNS, () => {
      this.isFlushing = false;
      this.flush();
    });
  }

  private flush(): void {
    this.gathered = 0;
    const batches = this.outgoing;
    this.outgoing = new Map();
    for (const { destination, texts } of batches.values()) {
      const { list } = destination;
      const pushed = this.untilAnswered(texts, this.redis.rpush(list, ...texts));
      const lifetimeMs = listLifetimeMs(list);
      if (lifetimeMs !== undefined) this.redis.pexpire(list, lifetimeMs).catch(() => {});
      pushed.then(
        (length) => this.applyLength(destination, length),
        (error: Error) => this.warnOfLoss(list, texts.length, error),
      );
    }
  }

  private untilAnswered<Answer>(texts: readonly string[], answer: Promise<Answer>): Promise<Answer> {
    const { connection } = this;
    const length = texts.reduce((sum, text) => sum + WAITING_REQUEST_LENGTH + text.length, 0);
    this.unansweredLength += length;
    return answer.finally(() => {
      if (connection === this.connection) this.unansweredLength -= length;
    });
  }

  private applyLength({ list, preferred }: Destination, length: number): void {
    if (preferred !== undefined) preferred.applyLength(length);
    else if (length > MAX_WAITING_REQUESTS) this.refuseUntil.set(list, performance.now() + OVERLOAD_PAUSE_MS);
  }

  /** Whether Redis took them is unknown. If it did, the reply still comes; else the deadline ends it. */
  private warnOfLoss(list: string, requests: number, error: Error): void {
    this.logger?.warn({ list, requests, cause: error.message }, 'Requests may be lost');
  }
}
