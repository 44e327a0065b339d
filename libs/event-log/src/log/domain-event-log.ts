import { isStateEvent, type ServiceName } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { LogBegan } from './log-began.js';
import {
  ALL_PARTITIONS,
  epochKey,
  headField,
  headsKey,
  identityField,
  issuedIdsKey,
  logKey,
  MAX_PARTITION_ENTRIES,
  partitionOf,
  stateEventsKey,
  stateEventsTailKey,
  tailKey,
} from './stored-log.js';

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

/** The end of the log of one service and realm. */
export interface LogEnd {
  /** Sequence of the last event; 0 if the log knows none. */
  readonly head: number;
  /** Identity of the last event; undefined if it was appended without one. */
  readonly identity: number | undefined;
  /** The stored values, to find out whether they have changed. */
  readonly stored: readonly [head: string, identity: string];
}

const appendEvents = RedisScript.fromFiles(import.meta.url, 'append-events.lua');
const appendUnstored = RedisScript.fromFiles(import.meta.url, 'append-unstored.lua');
const beginLog = RedisScript.fromFiles(import.meta.url, 'begin-log.lua');

const STREAM_KEYS = [logKey, headsKey, tailKey, stateEventsKey, stateEventsTailKey];

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
    const reply = await appendEvents.run<number | 'conflict'>(this.redis, keysOf(realmId), [
      service,
      realmId,
      first.sequence,
      MAX_PARTITION_ENTRIES,
      identified(first.sequence + events.length - 1, identity),
      identified(first.sequence - 1, previous),
      afterWipe ? '1' : '0',
      ...events.flatMap(({ type, payload }) => [isStateEvent(type) ? '1' : '0', type, payload]),
    ]);
    if (reply === 'conflict') return { kind: 'conflict' };
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

  /**
   * Begins an epoch: the log continues after the event `after`, and not where it ended. Readers get `LogBegan`. Returns false, with nothing
   * done, if the log has changed since `end` was read.
   */
  async begin(
    service: ServiceName,
    realmId: number,
    end: LogEnd,
    after: { readonly sequence: number; readonly identity: number | undefined },
  ): Promise<boolean> {
    const { sequence, identity } = after;
    const epoch = await beginLog.run<number>(
      this.redis,
      [...keysOf(realmId), epochKey(partitionOf(realmId))],
      [
        ...[service, realmId, MAX_PARTITION_ENTRIES, LogBegan.type, ...end.stored],
        ...[sequence, identified(sequence, identity)],
      ],
    );
    return epoch > 0;
  }

  /** The last sequence in the log by realm; undefined if the log knows none. */
  async heads(service: ServiceName, realmIds: readonly number[]): Promise<(number | undefined)[]> {
    const ends = await this.ends(service, realmIds);
    return ends.map(({ head, stored }) => (stored[0] === '' ? undefined : head));
  }

  /** The ends of the log by realm. */
  ends(service: ServiceName, realmIds: readonly number[]): Promise<LogEnd[]> {
    return Promise.all(
      realmIds.map(async (realmId) => {
        const fields = [headField(service, realmId), identityField(service, realmId)] as const;
        const [head, identity] = await this.redis.hmget(headsKey(partitionOf(realmId)), ...fields);
        return logEnd(head ?? '', identity ?? '');
      }),
    );
  }

  /** Texts of the realm's events since a moment, by sequence. An event has the same text in the outbox. */
  async textsSince(service: ServiceName, realmId: number, sinceMs: number): Promise<ReadonlyMap<number, string>> {
    const found = new Map<number, string>();
    const key = logKey(partitionOf(realmId));
    for (let from = `${Math.max(0, Math.floor(sinceMs))}`; ; ) {
      const entries = await this.redis.xrange(key, from, '+', 'COUNT', READ_COUNT);
      for (const [, fields] of entries) {
        if (fields[1] === service && Number(fields[3]) === realmId)
          found.set(Number(fields[5]), textOf(fields[7] as string, fields[9] as string));
      }
      const last = entries.at(-1);
      if (last === undefined || entries.length < READ_COUNT) return found;
      from = `(${last[0]}`;
    }
  }

  /** The greatest ids that a service has issued, as of its last note. */
  issuedIds(service: ServiceName): Promise<Readonly<Record<string, string>>> {
    return this.redis.hgetall(issuedIdsKey(service));
  }

  async noteIssuedIds(service: ServiceName, ids: Readonly<Record<string, string | number>>): Promise<void> {
    await this.redis.hset(issuedIdsKey(service), ids);
  }
}

const READ_COUNT = 1_000;

const keysOf = (realmId: number): string[] => STREAM_KEYS.map((keyOf) => keyOf(partitionOf(realmId)));

/** As the log stores it. */
const identified = (sequence: number, identity: number | undefined): string =>
  identity === undefined ? '' : `${sequence} ${identity}`;

/** Type and payload of an event, for comparison. */
export const textOf = (type: string, payload: string): string => `${type} ${payload}`;

function logEnd(head: string, identity: string): LogEnd {
  // A former release moves the head without the identity.
  const [sequence, known] = identity.split(' ');
  return {
    head: Number(head),
    identity: sequence === head && known ? Number(known) : undefined,
    stored: [head, identity],
  };
}

/** The last epoch that the log of a realm began; 0 if none did. */
export async function readLogEpoch(redis: Redis): Promise<number> {
  const epochs = await Promise.all(ALL_PARTITIONS.map((partition) => redis.get(epochKey(partition))));
  return Math.max(...epochs.map(Number));
}
