import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { IdSet } from './accounting.js';

const RETRY_AFTER_MS = 500;

interface PolledEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly id: number };
}

/** A queue under continuous reading, with checks of its promises. */
export class QueueReader {
  readonly messageIds = new IdSet();
  readonly violations: string[] = [];
  /** Milliseconds from the sender's response to the arrival; excludes messages that arrived before the response. */
  readonly arrivals: number[] = [];
  /** Polls that were refused or broke off. */
  refusals = 0;
  /** Longest time of a poll until its response, since `beginWatch`. */
  longestPollMs = 0;
  /** The queue exceeded its limit, and the reader registers again: allowed, unlike a hole. */
  isDropped = false;
  private readonly connection: HttpConnection;
  private isStopped = false;
  private lastEventId = -1;
  private lastMessageId = 0;
  private isWatched = false;
  private lastNewsAtMs = 0;

  private constructor(
    private readonly user: ApiUser,
    private readonly queueId: string,
    private readonly acknowledgedAtMs: ReadonlyMap<number, number>,
  ) {
    this.connection = new HttpConnection(user.port);
    void this.run();
  }

  static async register(user: ApiUser, acknowledgedAtMs: ReadonlyMap<number, number>): Promise<QueueReader> {
    const { queue_id } = await user.ask(user.post('/register', { event_types: '["message"]' }));
    return new QueueReader(user, queue_id, acknowledgedAtMs);
  }

  /** Until `endWatch` messages arrive all the time, so a long poll means that it is not served. */
  beginWatch(): void {
    this.isWatched = true;
    this.lastNewsAtMs = performance.now();
  }

  endWatch(): void {
    this.isWatched = false;
  }

  stop(): void {
    this.isStopped = true;
    this.connection.close();
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const query = { queue_id: this.queueId, last_event_id: this.lastEventId };
      try {
        const { status, body } = await this.connection.exchange(this.user.get('/events', query));
        if (status === 200) this.takeAll(JSON.parse(body.toString()).events);
        else if (status === 400) {
          this.isDropped = true;
          return;
        } else throw new Error(String(status));
      } catch {
        if (this.isStopped) return;
        this.refusals++;
        await sleep(RETRY_AFTER_MS);
      }
    }
  }

  private takeAll(events: readonly PolledEvent[]): void {
    const now = performance.now();
    if (this.isWatched) this.longestPollMs = Math.max(this.longestPollMs, now - this.lastNewsAtMs);
    this.lastNewsAtMs = now;
    for (const event of events) this.take(event, now);
  }

  private take({ id, message }: PolledEvent, now: number): void {
    if (id <= this.lastEventId) this.violations.push(`Event ${id} came after ${this.lastEventId}.`);
    this.lastEventId = id;
    if (message === undefined) return;
    if (message.id <= this.lastMessageId) this.violations.push(`${message.id} came after ${this.lastMessageId}.`);
    this.lastMessageId = message.id;
    this.messageIds.add(message.id);
    const acknowledgedAt = this.acknowledgedAtMs.get(message.id);
    if (acknowledgedAt !== undefined) this.arrivals.push(now - acknowledgedAt);
  }
}
