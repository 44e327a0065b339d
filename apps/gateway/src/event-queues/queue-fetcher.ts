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

/** Requests on their way at once; what comes meanwhile is gathered. */
const MAX_PARALLEL_FETCHES = 8;

/** Told what was found for a poll. */
export interface FetchListener {
  onFetched(poll: Poll, news: QueueNews, bodies: FetchedQueues['bodies']): void;
  onFailed(poll: Poll, error: unknown): void;
}

/**
 * Fetches queues for polls, many in one request: those of one tick go together. Polls that wait, and have news, come before those
 * that just came: clients whose answer was quick must not hold up those that have none yet.
 */
export class QueueFetcher {
  private awaited: Poll[] = [];
  private begun: Poll[] = [];
  private inFlight = 0;
  private isScheduled = false;

  constructor(
    private readonly client: Pick<RedisTransportClient, 'request'>,
    private readonly listener: FetchListener,
  ) {}

  /** `hasWaited`: there is something for it, or it has waited long enough. */
  fetch(poll: Poll, hasWaited: boolean): void {
    poll.isFetching = true;
    poll.hasNews = false;
    (hasWaited ? this.awaited : this.begun).push(poll);
    this.schedule();
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

  private take(): Poll[] {
    const taken = this.awaited.splice(0, MAX_QUEUES_PER_FETCH);
    return taken.length < MAX_QUEUES_PER_FETCH
      ? [...taken, ...this.begun.splice(0, MAX_QUEUES_PER_FETCH - taken.length)]
      : taken;
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
        if (poll.isOpen) this.listener.onFailed(poll, error);
      }
    } finally {
      this.inFlight--;
      if (this.awaited.length + this.begun.length > 0) this.schedule();
    }
  }
}

function nameOf({ name, isKnown, isLookedAtLate }: Poll): string | null {
  if (name === null) return null;
  if (isKnown) return `+${name}`;
  return isLookedAtLate ? `?${name}` : name;
}
