import { isConsumerEvent, isStateEvent, type ServiceName } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { LogEnds } from './log-ends.js';
import { consumerEventsKey, identified, keysOf, MAX_PARTITION_ENTRIES, partitionOf } from './stored-log.js';

/** A domain event with the sequence that the outbox gave it. The payload is JSON text. */
export interface SequencedEvent {
  readonly sequence: number;
  readonly type: string;
  readonly payload: string;
}

/**
 * Nothing was appended after a gap, because the log ends at `head` and the events after it must come first. Nor after a conflict: the
 * log may end with another event under the same sequence.
 */
export type AppendOutcome =
  | { readonly kind: 'appended' | 'gap'; readonly head: number }
  | { readonly kind: 'conflict' };

/** Tells events of one sequence apart; see `EVENT_IDENTITY`. Absent if unknown. */
export interface EventIdentities {
  /** Of the last event. */
  readonly identity?: number | undefined;
  /** Of the event before the first. */
  readonly previous?: number | undefined;
}

const appendEvents = RedisScript.fromFiles(import.meta.url, 'append-events.lua');

/**
 * The log of domain events: Redis Streams, partitioned by realm. Guarantee: per service and realm the log has every sequence once, in
 * order, for any number of appending processes and repetitions. The events of a realm have one order across services. State events (see
 * `isStateEvent`) are also in a second stream, and consumer events (see `isConsumerEvent`) in a third one, under the same ids.
 *
 * If a call fails, it is unknown whether the events are in the log; append them again.
 */
export class DomainEventLog {
  /** For the search for losses and their repair. */
  readonly ends: LogEnds;

  constructor(private readonly redis: Redis) {
    this.ends = new LogEnds(redis);
  }

  /**
   * Appends events with consecutive sequences and skips those that the log has. Identities tell a repetition from another event.
   * `afterWipe`, for tests: if the log knows no event of this service and realm, it may start at the first of these events.
   */
  async append(
    service: ServiceName,
    realmId: number,
    events: readonly SequencedEvent[],
    { identity, previous, afterWipe = false }: EventIdentities & { readonly afterWipe?: boolean } = {},
  ): Promise<AppendOutcome> {
    const first = events[0];
    if (!first) throw new Error('Nothing to append.');
    const reply = await appendEvents.run<number | 'conflict'>(
      this.redis,
      [...keysOf(realmId), consumerEventsKey(partitionOf(realmId))],
      [
        service,
        realmId,
        first.sequence,
        MAX_PARTITION_ENTRIES,
        identified(first.sequence + events.length - 1, identity),
        identified(first.sequence - 1, previous),
        afterWipe ? '1' : '0',
        ...events.flatMap(({ type, payload }) => [streamOf(type), type, payload]),
      ],
    );
    if (reply === 'conflict') return { kind: 'conflict' };
    return reply >= 0 ? { kind: 'appended', head: reply } : { kind: 'gap', head: -1 - reply };
  }
}

/** The further stream of an event, as the script names it. */
function streamOf(type: string): '0' | '1' | '2' {
  if (isStateEvent(type)) return '1';
  return isConsumerEvent(type) ? '2' : '0';
}
