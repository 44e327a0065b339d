import type { PushedEvents } from '@chat/contracts';

/** Clients come back within milliseconds. One that did not for so long is asked about, not followed any more. */
const FOLLOWED_MS = 5_000;
const SWEEP_MS = 1_000;
/** What a queue may have gathered, and what all of them may: bodies are counted for each queue, though queues share them. */
const MAX_EVENTS_PER_QUEUE = 200;
const MAX_GATHERED_LENGTH = 32 * 1024 * 1024;
/** Events that a client was given, and Redis not told that it has them: then the queue is looked into. */
const MAX_UNACKNOWLEDGED = 200;

/** A queue whose client was given everything up to `lastEventId` by a poll of this gateway, and what came since. */
export interface FollowedQueue {
  readonly queueId: string;
  readonly userId: number;
  lastEventId: number;
  /** Members beside `id` of the events that follow; their ids do so without a gap. */
  readonly events: string[];
  length: number;
  /** Events given since the queue was last looked into. */
  unacknowledged: number;
  /** What its waiting poll is called where the queue is; null: unknown, or there is none. */
  pollName: string | null;
  /** A client was given something, by `performance.now()`. */
  givenAtMs: number;
  /** It is to be looked at a moment later already. */
  isLookedAtLater: boolean;
}

/**
 * Queues whose events this gateway hands on as they are told, without asking: their client was given all there was, and what is
 * told since has no gap. Only a poll for exactly what follows is answered so; all others have their queue looked into.
 */
export class FollowedQueues {
  private readonly queues = new Map<string, FollowedQueue>();
  private length = 0;
  private sweeping: NodeJS.Timeout | undefined;

  /** A client is given everything up to `lastEventId`. */
  give(queueId: string, userId: number, lastEventId: number, count: number): FollowedQueue {
    this.sweeping ??= setTimeout(() => this.sweep(), SWEEP_MS);
    const known = this.queues.get(queueId);
    const givenAtMs = performance.now();
    if (known?.userId === userId) {
      this.empty(known);
      known.lastEventId = lastEventId;
      known.unacknowledged += count;
      known.givenAtMs = givenAtMs;
      return known;
    }
    const queue: FollowedQueue = {
      queueId,
      userId,
      lastEventId,
      events: [],
      length: 0,
      unacknowledged: count,
      pollName: null,
      givenAtMs,
      isLookedAtLater: false,
    };
    this.queues.set(queueId, queue);
    return queue;
  }

  get(queueId: string): FollowedQueue | undefined {
    return this.queues.get(queueId);
  }

  /** The queue, if what follows `lastEventId` is known, and Redis need not be told first what its client has. */
  find(queueId: string, userId: number, lastEventId: number | null): FollowedQueue | undefined {
    const queue = this.queues.get(queueId);
    if (queue === undefined || queue.userId !== userId || queue.lastEventId !== lastEventId) return undefined;
    if (queue.unacknowledged >= MAX_UNACKNOWLEDGED) return undefined;
    return performance.now() - queue.givenAtMs > FOLLOWED_MS ? undefined : queue;
  }

  /** Adds what was told. False when it does not follow what is known, or is too much: then it must be asked for. */
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
