import type { ClientEventMapping, LoggedEvent } from '@chat/contracts';
import type { Batch } from '../queues/batch.js';
import { audienceIn, otherQueuesOf } from './audience.js';
import type { LiveQueue } from './live-queue.js';
import type { LiveRealm } from './live-queues.js';
import { MappedEvent } from './mapped-event.js';

type AnyMapping = ClientEventMapping<unknown>;

/** The fan-out of all events that a mapping turns into client events. The mapping names the audience. */
export class MappedFanOut {
  private readonly mappings: ReadonlyMap<string, AnyMapping>;
  private readonly mapped = new WeakMap<LoggedEvent, MappedEvent>();

  constructor(mappings: readonly AnyMapping[]) {
    this.mappings = new Map(mappings.map((mapping) => [mapping.source.type, mapping]));
    if (this.mappings.size < mappings.length) throw new Error('Two mappings for one type of domain event.');
  }

  /** Does nothing for an event without a mapping. */
  deliver(realm: LiveRealm, event: LoggedEvent, batch: Batch): void {
    const mapping = this.mappings.get(event.type);
    if (mapping === undefined) return;
    let mapped = this.mapped.get(event);
    if (!mapped) {
      mapped = new MappedEvent(mapping, event);
      this.mapped.set(event, mapped);
    }
    for (const user of audienceIn(realm, mapped.audience)) {
      for (const queue of user.queues) offer(queue, event, mapped, batch);
    }
    for (const queue of otherQueuesOf(realm, mapped.audience)) offer(queue, event, mapped, batch);
  }
}

function offer(queue: LiveQueue, event: LoggedEvent, mapped: MappedEvent, batch: Batch): void {
  if (queue.hasInState(event)) return;
  for (const { type, body } of mapped.textsFor(queue.user.state, queue.traits)) {
    if (queue.wants(type)) batch.append(queue, body, '');
  }
}
