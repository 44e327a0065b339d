/** Delay of a fetch. While there are many events, the next notice usually makes it unnecessary. */
const FETCH_LATER_MS = 1_000;
const FETCH_LATER_EVERY_MS = 100;

/** Queues that are fetched a moment later, many at once. */
export class LaterFetches {
  /** By queue id, in the order of their times. */
  private readonly dueAtMs = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onDue: (queueId: string) => void) {}

  add(queueId: string): void {
    if (this.dueAtMs.has(queueId)) return;
    this.dueAtMs.set(queueId, performance.now() + FETCH_LATER_MS);
    this.timer ??= setTimeout(() => this.fetchDue(), FETCH_LATER_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.dueAtMs.clear();
  }

  private fetchDue(): void {
    const nowMs = performance.now();
    for (const [queueId, atMs] of this.dueAtMs) {
      if (atMs > nowMs) break;
      this.dueAtMs.delete(queueId);
      this.onDue(queueId);
    }
    this.timer = this.dueAtMs.size === 0 ? undefined : setTimeout(() => this.fetchDue(), FETCH_LATER_EVERY_MS);
  }
}
