import type { FollowedQueue } from './followed-queues.js';

/**
 * Delay of the fetch for a poll on a queue that is certainly empty. The fetch acknowledges events and ends older polls at other gateways.
 * While there are many events, the next notice usually makes it unnecessary.
 */
const FETCH_LATER_MS = 1_000;
const FETCH_LATER_EVERY_MS = 100;

/** Plans fetches of queues that are certainly empty, many at once. */
export class LaterFetches {
  /** By time. */
  private planned: { readonly queue: FollowedQueue; readonly atMs: number }[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly fetch: (queueId: string) => void) {}

  /** To be called for a queue without a planned fetch. */
  add(queue: FollowedQueue): void {
    queue.isFetchedLater = true;
    this.planned.push({ queue, atMs: performance.now() + FETCH_LATER_MS });
    this.timer ??= setTimeout(() => this.fetchDue(), FETCH_LATER_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.planned = [];
  }

  private fetchDue(): void {
    const nowMs = performance.now();
    const due = this.planned.findIndex(({ atMs }) => atMs > nowMs);
    for (const { queue } of this.planned.splice(0, due === -1 ? this.planned.length : due)) {
      queue.isFetchedLater = false;
      this.fetch(queue.queueId);
    }
    this.timer = this.planned.length === 0 ? undefined : setTimeout(() => this.fetchDue(), FETCH_LATER_EVERY_MS);
  }
}
