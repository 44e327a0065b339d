import type { PushedEvents } from '@chat/contracts';

/** Clients usually poll again within milliseconds. After this time the queue is forgotten. */
const FOLLOWED_MS = 5_000;
const SWEEP_MS = 1_000;
/** Gathered events of one queue, and their length in all queues. Bodies count for each queue, though queues share them. */
const MAX_EVENTS_PER_QUEUE = 200;
const MAX_GATHERED_LENGTH = 32 * 1024 * 1024;
/** Events that the client has received and Redis still stores; beyond that, the queue is fetched. */
const MAX_UNACKNOWLEDGED = 200;

/** State of a client that has received all events up to `lastEventId` by polls of this gateway, and the later events. */
export interface FollowedQueue {
  readonly queueId: string;
  readonly userId: number;
  lastEventId: number;
  /** The later events: their members without `id`, because the ids follow without a gap. */
  readonly events: string[];
  length: number;
  /** Events given to the client since the last fetch of the queue. */
  unacknowledged: number;
  /** Name of the waiting poll that the queue knows; null for unknown or none. */
  pollName: string | null;
  /** Time of the last response, by `performance.now()`. */
  givenAtMs: number;
}

/**
 * Serves polls with the events of notices, without a fetch. This is possible for a client that has received all events so far, while the
 * events of the notices follow without a gap, and only for a poll for exactly the next event.
 */
export class FollowedQueues {
  private readonly queues = new Map<string, FollowedQueue>();
  private length = 0;
  private sweeping: NodeJS.Timeout | undefined;

  /** Notes that the client receives all events up to `lastEventId`, the last `count` of them now. */
  give(queueId: string, userId: number, lastEventId: number, count: number): FollowedQueue {
    this.sweeping ??= setTimeout(() => this.sweep(), SWEEP_MS);
    const known = this.queues.get(queueId);
    const givenAtMs = performance.now();
    if (known?.userId === userId) {
      this.empty(known);
      known.unacknowledged += count;
      return Object.assign(known, { lastEventId, givenAtMs });
    }
    const empty = { events: [], length: 0, pollName: null };
    const queue: FollowedQueue = { queueId, userId, lastEventId, unacknowledged: count, givenAtMs, ...empty };
    this.queues.set(queueId, queue);
    return queue;
  }

  get(queueId: string): FollowedQueue | undefined {
    return this.queues.get(queueId);
  }

  /** The queue, if the events after `lastEventId` are known and no fetch must acknowledge the earlier ones. */
  find(queueId: string, userId: number, lastEventId: number | null): FollowedQueue | undefined {
    const queue = this.queues.get(queueId);
    if (queue === undefined || queue.userId !== userId || queue.lastEventId !== lastEventId) return undefined;
    if (queue.unacknowledged >= MAX_UNACKNOWLEDGED) return undefined;
    return performance.now() - queue.givenAtMs > FOLLOWED_MS ? undefined : queue;
  }

  /** Adds the events of a notice. Returns false if there is a gap or a limit is exceeded; then the queue must be fetched. */
  add(queue: FollowedQueue, { firstId, events }: PushedEvents): boolean {
    if (firstId !== queue.lastEventId + queue.events.length + 1) return false;
    if (queue.events.length + events.length > MAX_EVENTS_PER_QUEUE || this.length > MAX_GATHERED_LENGTH) return false;
    for (const event of events) {
      queue.events.push(event);
      queue.length += event.length;
      this.length += event.length;
    }
    return true;
  }

  forget(queueId: string): void {
    const queue = this.queues.get(queueId);
    if (queue === undefined) return;
    this.empty(queue);
    this.queues.delete(queueId);
  }

  forgetAll(): void {
    for (const queueId of this.queues.keys()) this.forget(queueId);
    clearTimeout(this.sweeping);
    this.sweeping = undefined;
  }

  private empty(queue: FollowedQueue): void {
    this.length -= queue.length;
    queue.length = 0;
    queue.events.length = 0;
  }

  private sweep(): void {
    const before = performance.now() - FOLLOWED_MS;
    for (const { queueId, givenAtMs } of this.queues.values()) if (givenAtMs < before) this.forget(queueId);
    this.sweeping = this.queues.size === 0 ? undefined : setTimeout(() => this.sweep(), SWEEP_MS);
  }
}
