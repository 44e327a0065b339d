import type { ApiUser } from '../load/api-user.js';
import { Receiver } from '../load/crowd.js';

interface PolledEvent {
  readonly id: number;
  readonly message?: { readonly id: number };
}

/** A queue under continuous reading, with checks of its promises. */
export class QueueReader extends Receiver {
  /** In the order of arrival. */
  readonly messageIds: number[] = [];
  readonly violations: string[] = [];
  /** Milliseconds from the sender's response to the arrival; excludes messages that arrived before the response. */
  readonly arrivals: number[] = [];
  /** Longest time of a poll until its response, since `beginWatch`. */
  longestPollMs = 0;
  lastMessageId = 0;
  private lastEventId = -1;
  private isWatched = false;
  private lastNewsAtMs = 0;

  static async register(user: ApiUser, acknowledgedAtMs: ReadonlyMap<number, number>): Promise<QueueReader> {
    const { queue_id } = await user.ask(user.post('/register', { event_types: '["message"]' }));
    const reader = new QueueReader(user, queue_id);
    reader.start((body) => reader.takeAll(JSON.parse(body.toString()).events, acknowledgedAtMs));
    return reader;
  }

  /** Until `endWatch` messages arrive all the time, so a long poll means that it is not served. */
  beginWatch(): void {
    this.isWatched = true;
    this.lastNewsAtMs = performance.now();
  }

  endWatch(): void {
    this.isWatched = false;
  }

  private takeAll(events: readonly PolledEvent[], acknowledgedAtMs: ReadonlyMap<number, number>): number {
    const now = performance.now();
    if (this.isWatched) this.longestPollMs = Math.max(this.longestPollMs, now - this.lastNewsAtMs);
    this.lastNewsAtMs = now;
    for (const { id, message } of events) {
      if (id <= this.lastEventId) this.violations.push(`Event ${id} came after ${this.lastEventId}.`);
      this.lastEventId = id;
      if (message === undefined) continue;
      if (message.id <= this.lastMessageId) this.violations.push(`${message.id} came after ${this.lastMessageId}.`);
      this.lastMessageId = message.id;
      this.messageIds.push(message.id);
      const acknowledgedAt = acknowledgedAtMs.get(message.id);
      if (acknowledgedAt !== undefined) this.arrivals.push(now - acknowledgedAt);
    }
    return this.lastEventId;
  }
}
