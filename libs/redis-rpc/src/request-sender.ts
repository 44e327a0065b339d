import type { ConnectionLogger } from '@chat/redis';
import type { Redis } from 'ioredis';
import {
  ENOUGH_TO_SEND,
  GATHER_TURNS,
  MAX_UNANSWERED_LENGTH,
  MAX_WAITING_REQUESTS,
  OVERLOAD_PAUSE_MS,
  OWN_LIST_TTL_MS,
  WAITING_REQUEST_LENGTH,
} from './limits.js';
import type { PreferredReplica } from './preferred-replica.js';

interface Destination {
  readonly list: string;
  /** The replica that reads the list, if it is a preferred list. */
  readonly preferred?: PreferredReplica | undefined;
}

interface Batch {
  readonly destination: Destination;
  readonly texts: string[];
  readonly refusals: (() => void)[];
}

/**
 * Pushes requests to lists: one command for the requests of `GATHER_TURNS` turns of the event loop, or for `ENOUGH_TO_SEND` requests.
 * Refuses requests while a list is too long. `redis` must not resend commands after a reconnect.
 */
export class RequestSender {
  /** By list. */
  private outgoing = new Map<string, Batch>();
  private gathered = 0;
  private isFlushing = false;
  private readonly refuseUntil = new Map<string, number>();
  /** Of the requests that this connection has sent or will send. */
  private unansweredLength = 0;
  private connection = 0;

  constructor(
    private readonly redis: Redis,
    private readonly logger: ConnectionLogger | undefined,
    private readonly maxUnansweredLength = MAX_UNANSWERED_LENGTH,
  ) {
    // Redis does not reply to commands of the former connection.
    redis.on('ready', () => {
      this.connection++;
      this.unansweredLength = 0;
    });
  }

  /** `onRefused` is called if Redis replied with an error, so that the request is in no list. */
  send(destination: Destination, text: string, onRefused: () => void = () => {}): void {
    const batch = this.outgoing.get(destination.list);
    if (batch) {
      batch.texts.push(text);
      batch.refusals.push(onRefused);
    } else this.outgoing.set(destination.list, { destination, texts: [text], refusals: [onRefused] });
    this.sendSoon();
  }

  /** Whether the list is too long, or Redis does not reply. */
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
    for (const { destination, texts, refusals } of batches.values()) {
      const { list } = destination;
      const { connection } = this;
      const length = texts.reduce((sum, text) => sum + WAITING_REQUEST_LENGTH + text.length, 0);
      this.unansweredLength += length;
      const pushed = this.redis.rpush(list, ...texts).finally(() => {
        if (connection === this.connection) this.unansweredLength -= length;
      });
      if (list.includes('@')) this.redis.pexpire(list, OWN_LIST_TTL_MS).catch(() => {});
      pushed.then(
        (waiting) => this.onPushed(destination, waiting),
        (error: Error) => {
          const details = { list, requests: texts.length, cause: error.message };
          if (error.name === 'ReplyError') {
            this.logger?.warn(details, 'Redis refused requests; rejects them');
            for (const refuse of refusals) refuse();
            return;
          }
          // If Redis has taken them, their replies still come.
          this.logger?.warn(details, 'Requests may be lost; without a reply they end at their deadline');
        },
      );
    }
  }

  private onPushed({ list, preferred }: Destination, waiting: number): void {
    if (preferred !== undefined) preferred.onListLength(waiting);
    else if (waiting > MAX_WAITING_REQUESTS) this.refuseUntil.set(list, performance.now() + OVERLOAD_PAUSE_MS);
  }
}

/** Calls `then` after a number of turns of the event loop. Each turn reads from the sockets. */
function afterTurns(turns: number, then: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, then) : then()));
}
