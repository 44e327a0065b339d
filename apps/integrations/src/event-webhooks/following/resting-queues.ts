import type { FoundEvents } from './queue-events.js';

/** A queue with so many new events rests before the next fetch. */
const MANY_EVENTS = 20;
const REST_MS = 250;

/** Webhooks with many events in their queues. The next ones are read together, in fewer statements. A queue with a backlog is read on at once. */
export class RestingQueues {
  private readonly webhookIds = new Set<number>();

  constructor(private readonly goOn: (webhookIds: readonly number[]) => void) {}

  has(webhookId: number): boolean {
    return this.webhookIds.has(webhookId);
  }

  add(found: readonly FoundEvents[]): void {
    const ids = found
      .filter(({ news: { entries, more } }) => entries.length >= MANY_EVENTS && !more)
      .map(({ webhook }) => webhook.id);
    if (ids.length === 0) return;
    for (const id of ids) this.webhookIds.add(id);
    setTimeout(() => {
      for (const id of ids) this.webhookIds.delete(id);
      this.goOn(ids);
    }, REST_MS).unref();
  }
}
