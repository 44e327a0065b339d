import type { QueueEntry } from '../queues/queue-store.js';

/** What one step of the log means for a shard: collected event by event, written at once. */
export class Batch {
  readonly states = new Map<string, string>();
  readonly bodies: string[] = [];
  /** Queues that are to be dropped whole: they would have a hole, or their user is gone. */
  readonly dropped = new Set<string>();
  private readonly bodyPlaces = new Map<string, number>();
  private readonly entries = new Map<string, QueueEntry[]>();

  get isEmpty(): boolean {
    return this.states.size === 0 && this.entries.size === 0 && this.dropped.size === 0;
  }

  /** Appends an event to a queue. `body` is the text of its members beside `id` and `own`; equal ones are stored once. */
  append(queueId: string, body: string, own: string): void {
    let place = this.bodyPlaces.get(body);
    if (place === undefined) {
      place = this.bodies.length;
      this.bodies.push(body);
      this.bodyPlaces.set(body, place);
    }
    const entries = this.entries.get(queueId);
    if (entries) entries.push([place, own]);
    else this.entries.set(queueId, [[place, own]]);
  }

  queues(): { queueId: string; entries: readonly QueueEntry[] }[] {
    for (const queueId of this.dropped) this.entries.delete(queueId);
    return [...this.entries].map(([queueId, entries]) => ({ queueId, entries }));
  }
}
