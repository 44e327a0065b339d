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

/** A domain event as the outbox keeps it: its payload is JSON text already. */
export interface SequencedEvent {
  readonly sequence: number;
  readonly type: string;
  readonly payload: string;
}

export interface AppendOptions {
  readonly afterWipe?: boolean;
}

export type AppendOutcome =
  | { readonly kind: 'appended'; readonly head: number }
  /** The log ends at `head`; what follows it must be appended first. */
  | { readonly kind: 'gap'; readonly head: number };

const appendEvents = RedisScript.fromFiles(import.meta.url, 'append-events.lua');
const appendUnstored = RedisScript.fromFiles(import.meta.url, 'append-unstored.lua');

/**
 * The log of domain events: Redis Streams, partitioned by realm. Guarantee: per (service, realm) the log holds sequences
 * without gap or repeat, whichever process appends, and however often; a realm's events, of all services, have one order.
 * Facts (see `isStateEvent`) are kept once more by themselves, under the same ids, for who follows only them.
 */
export class DomainEventLog {
  constructor(private readonly redis: Redis) {}

  /**
   * Appends events with consecutive sequences. Those that the log has are skipped. `afterWipe` lets the log start at the
   * first of them when it knows nothing of this service and realm.
   */
  async append(
    service: ServiceName,
    realmId: number,
    events: readonly SequencedEvent[],
    { afterWipe = false }: AppendOptions = {},
  ): Promise<AppendOutcome> {
    const first = events[0];
    if (!first) throw new Error('Nothing to append.');
    const partition = partitionOf(realmId);
    const keys = [
      logKey(partition),
      headsKey(partition),
      tailKey(partition),
      stateEventsKey(partition),
      stateEventsTailKey(partition),
    ];
    const reply = await appendEvents.run<number>(this.redis, keys, [
      service,
      realmId,
      first.sequence,
      MAX_PARTITION_ENTRIES,
      afterWipe ? '1' : '0',
      ...events.flatMap(({ type, payload }) => [isStateEvent(type) ? '1' : '0', type, payload]),
    ]);
    return reply >= 0 ? { kind: 'appended', head: reply } : { kind: 'gap', head: -1 - reply };
  }

  /**
   * Appends one event of a service without a database: for what is worth telling now and to nobody later. A repeat after a lost
   * answer tells it twice. Not for facts.
   */
  async appendUnstored(service: ServiceName, realmId: number, type: string, payload: object): Promise<void> {
    if (isStateEvent(type)) throw new Error(`Events of type ${type} are followed by services, so they need an outbox.`);
    const partition = partitionOf(realmId);
    await appendUnstored.run<number>(
      this.redis,
      [logKey(partition), headsKey(partition), tailKey(partition)],
      [service, realmId, MAX_PARTITION_ENTRIES, type, JSON.stringify(payload)],
    );
  }

  /** The last sequence in the log per realm; undefined where the log knows none. */
  async heads(service: ServiceName, realmIds: readonly number[]): Promise<(number | undefined)[]> {
    const pipeline = this.redis.pipeline();
    for (const realmId of realmIds) pipeline.hget(headsKey(partitionOf(realmId)), headField(service, realmId));
    const replies = (await pipeline.exec()) ?? [];
    return replies.map(([error, head]) => {
      if (error) throw error;
      return head === null ? undefined : Number(head);
    });
  }
}
