import { isStateEvent, type ServiceName } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import {
  headField,
  headsKey,
  logKey,
  MAX_PARTITION_ENTRIES,
  partitionOf,
  stateEventsKey,
  stateEventsTailKey,
  tailKey,
} from './keys.js';

/** A domain event with the sequence that the outbox gave it. The payload is JSON text. */
export interface SequencedEvent {
  readonly sequence: number;
  readonly type: string;
  readonly payload: string;
}

/** A gap: nothing was appended, because the log ends at `head` and the events after it must come first. */
export type AppendOutcome = { readonly kind: 'appended' | 'gap'; readonly head: number };

const appendEvents = RedisScript.fromFiles(import.meta.url, 'append-events.lua');
const appendUnstored = RedisScript.fromFiles(import.meta.url, 'append-unstored.lua');

/**
 * The log of domain events: Redis Streams, partitioned by realm. Guarantee: per service and realm the log has every sequence once, in
 * order, for any number of appending processes and repetitions. The events of a realm have one order across services. State events (see
 * `isStateEvent`) are also in a second stream, under the same ids.
 *
 * If a call fails, it is unknown whether the events are in the log; append them again.
 */
export class DomainEventLog {
  constructor(private readonly redis: Redis) {}

  /**
   * Appends events with consecutive sequences and skips those that the log has. `afterWipe`: if the log knows no event of this service
   * and realm, it may start at the first of these events.
   */
  async append(
    service: ServiceName,
    realmId: number,
    events: readonly SequencedEvent[],
    { afterWipe = false }: { readonly afterWipe?: boolean } = {},
  ): Promise<AppendOutcome> {
    const first = events[0];
    if (!first) throw new Error('Nothing to append.');
    const reply = await appendEvents.run<number>(
      this.redis,
      [logKey, headsKey, tailKey, stateEventsKey, stateEventsTailKey].map((keyOf) => keyOf(partitionOf(realmId))),
      [
        service,
        realmId,
        first.sequence,
        MAX_PARTITION_ENTRIES,
        afterWipe ? '1' : '0',
        ...events.flatMap(({ type, payload }) => [isStateEvent(type) ? '1' : '0', type, payload]),
      ],
    );
    return reply >= 0 ? { kind: 'appended', head: reply } : { kind: 'gap', head: -1 - reply };
  }

  /**
   * Appends one event of a service without a database. A repetition after a lost reply appends it twice. Throws for state events,
   * which need an outbox.
   */
  async appendUnstored(service: ServiceName, realmId: number, type: string, payload: object): Promise<void> {
    if (isStateEvent(type)) throw new Error(`Events of type ${type} are followed by services, so they need an outbox.`);
    await appendUnstored.run<number>(
      this.redis,
      [logKey, headsKey, tailKey].map((keyOf) => keyOf(partitionOf(realmId))),
      [service, realmId, MAX_PARTITION_ENTRIES, type, JSON.stringify(payload)],
    );
  }

  /** The last sequence in the log by realm; undefined if the log knows none. */
  async heads(service: ServiceName, realmIds: readonly number[]): Promise<(number | undefined)[]> {
    const heads = realmIds.map((realmId) =>
      this.redis.hget(headsKey(partitionOf(realmId)), headField(service, realmId)),
    );
    return (await Promise.all(heads)).map((head) => (head === null ? undefined : Number(head)));
  }
}
