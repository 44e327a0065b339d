import { randomUUID } from 'node:crypto';
import {
  FetchEventQueues,
  type FetchedQueues,
  MAX_QUEUES_PER_FETCH,
  type QueueFetch,
  type QueueNews,
} from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import type { Poll } from './poll.js';

/** Time of failed fetches after which a poll gets the error. A poll that already waits has more time. */
const MAX_FAILING_MS = 6_000;
const MAX_FAILING_WHILE_WAITING_MS = 30_000;
const RETRY_AFTER_MS = 200;
/** Simultaneous requests; further polls gather. */
const MAX_PARALLEL_FETCHES = 8;

export interface FetchListener {
  onFetched(poll: Poll, news: QueueNews, bodies: FetchedQueues['bodies']): void;
  /** Repeated fetches have failed. */
  onFailed(poll: Poll, error: unknown): void;
}

/**
 * Fetches queues for polls: one request for all polls of a tick. Polls that have waited come before new ones, so that clients with
 * quick responses cannot delay the others.
 */
export class QueueFetcher {
  private waited: Poll[] = [];
  private fresh: Poll[] = [];
  private inFlight = 0;
  private isScheduled = false;
  private isStopping = false;

  constructor(
    private readonly client: Pick<RedisTransportClient, 'request'>,
    private readonly listener: FetchListener,
  ) {}

  fetch(poll: Poll, hasWaited: boolean): void {
    poll.isFetching = true;
    poll.hasNews = false;
    (hasWaited ? this.waited : this.fresh).push(poll);
    this.schedule();
  }

  /** From now on a fetch that fails is not repeated. */
  stop(): void {
    this.isStopping = true;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      while (this.inFlight < MAX_PARALLEL_FETCHES) {
        const wanted = this.take();
        if (wanted.length === 0) return;
        void this.send(wanted);
      }
    });
  }

  /** Fetching is safe to repeat. */
  private retryLater(poll: Poll, error: unknown): void {
    const now = performance.now();
    poll.failingSinceMs ||= now;
    const limitMs = poll.isWaiting ? MAX_FAILING_WHILE_WAITING_MS : MAX_FAILING_MS;
    if (now - poll.failingSinceMs > limitMs || this.isStopping) {
      this.listener.onFailed(poll, error);
      return;
    }
    poll.isFetching = true;
    setTimeout(() => {
      if (poll.isOpen) this.fetch(poll, poll.isWaiting);
    }, RETRY_AFTER_MS).unref();
  }

  private take(): Poll[] {
    const taken = this.waited.splice(0, MAX_QUEUES_PER_FETCH);
    return [...taken, ...this.fresh.splice(0, MAX_QUEUES_PER_FETCH - taken.length)];
  }

  private async send(wanted: readonly Poll[]): Promise<void> {
    const open = wanted.filter((poll) => poll.isOpen);
    if (open.length === 0) return;
    this.inFlight++;
    try {
      const queues = open.map((poll): QueueFetch => {
        const { queueId, userId, realmId, lastEventId, wantsHeartbeat } = poll;
        return [queueId, userId, realmId, lastEventId, wantsHeartbeat, nameOf(poll)];
      });
      const context = { realmId: 0, requestId: randomUUID() };
      const fetched = await this.client.request(FetchEventQueues, { queues }, context);
      open.forEach((poll, index) => {
        poll.isFetching = false;
        poll.failingSinceMs = 0;
        if (poll.isOpen) this.listener.onFetched(poll, fetched.queues[index] as QueueNews, fetched.bodies);
      });
    } catch (error) {
      for (const poll of open) {
        poll.isFetching = false;
        if (poll.isOpen) this.retryLater(poll, error);
      }
    } finally {
      this.inFlight--;
      if (this.waited.length + this.fresh.length > 0) this.schedule();
    }
  }
}

function nameOf({ name, isKnown, isFetchedLater }: Poll): string | null {
  if (name === null) return null;
  if (isKnown) return `+${name}`;
  return isFetchedLater ? `?${name}` : name;
}
