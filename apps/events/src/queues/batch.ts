/** A new event of a queue: the index of its body in the batch, and the members that only this queue gets, or "". */
export type QueueEntry = readonly [body: number, own: string];

/** Changes of a shard that one write stores as a whole. */
export class Batch {
  /** Changed states by field; "" removes one. */
  readonly states = new Map<string, string>();
  readonly opened: { queueId: string; userId: number; realmId: number; meta: string }[] = [];
  /** Ids of queues to drop whole: they would miss an event, or their user is deactivated. */
  readonly dropped = new Set<string>();
  /** Texts of the members that equal events of several queues share. */
  readonly bodies: string[] = [];
  private readonly bodyIndexes = new Map<string, number>();
  private readonly entries = new Map<string, QueueEntry[]>();

  get isEmpty(): boolean {
    return [this.states, this.entries, this.dropped].every(({ size }) => size === 0) && this.opened.length === 0;
  }

  /** Appends an event to a queue. `body` is the text of its members except `id` and `own`; the batch stores equal bodies once. */
  append(queueId: string, body: string, own: string): void {
    let index = this.bodyIndexes.get(body);
    if (index === undefined) {
      index = this.bodies.push(body) - 1;
      this.bodyIndexes.set(body, index);
    }
    const entries = this.entries.get(queueId);
    if (entries) entries.push([index, own]);
    else this.entries.set(queueId, [[index, own]]);
  }

  /** New events by queue, without dropped queues. */
  queues(): { queueId: string; entries: readonly QueueEntry[] }[] {
    for (const queueId of this.dropped) this.entries.delete(queueId);
    return [...this.entries].map(([queueId, entries]) => ({ queueId, entries }));
  }
}
