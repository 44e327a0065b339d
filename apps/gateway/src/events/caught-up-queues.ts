/** What was found is believed for so long at most. Clients come back within milliseconds. */
const BELIEVED_MS = 5_000;

interface CaughtUp {
  readonly userId: number;
  readonly lastEventId: number;
  readonly untilMs: number;
}

/**
 * Queues whose client was given everything there was, by a poll of this gateway, and that have had no news since. A poll that comes
 * back for what follows need not be looked into at once: there is nothing.
 */
export class CaughtUpQueues {
  private readonly queues = new Map<string, CaughtUp>();

  remember(queueId: string, userId: number, lastEventId: number): void {
    const nowMs = performance.now();
    this.queues.delete(queueId);
    this.queues.set(queueId, { userId, lastEventId, untilMs: nowMs + BELIEVED_MS });
    for (const [oldest, { untilMs }] of this.queues) {
      if (untilMs > nowMs) break;
      this.queues.delete(oldest);
    }
  }

  /** The queue has news, or may have. */
  forget(queueId: string): void {
    this.queues.delete(queueId);
  }

  forgetAll(): void {
    this.queues.clear();
  }

  /** Whether there is surely nothing after `lastEventId`. */
  has(queueId: string, userId: number, lastEventId: number | null): boolean {
    const known = this.queues.get(queueId);
    if (known === undefined || known.untilMs < performance.now()) return false;
    return known.userId === userId && known.lastEventId === lastEventId;
  }
}
