import type { ServiceName } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { LogBegan } from './log-began.js';
import {
  ALL_PARTITIONS,
  epochKey,
  headField,
  headsKey,
  identified,
  identityField,
  issuedIdsKey,
  keysOf,
  logKey,
  MAX_PARTITION_ENTRIES,
  partitionOf,
} from './stored-log.js';

/** The end of the log of one service and realm. */
export interface LogEnd {
  /** Sequence of the last event; 0 if the log knows none. */
  readonly head: number;
  /** Identity of the last event; undefined if it was appended without one. */
  readonly identity: number | undefined;
  /** The stored values, to find out whether they have changed. */
  readonly stored: readonly [head: string, identity: string];
}

const READ_COUNT = 1_000;

const beginLog = RedisScript.fromFiles(import.meta.url, 'begin-log.lua');

/**
 * The ends of the logs and the issued ids, as Redis knows them. A comparison with the outbox shows whether Redis or PostgreSQL lost data.
 */
export class LogEnds {
  constructor(private readonly redis: Redis) {}

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
    const ends = await this.of(service, realmIds);
    return ends.map(({ head, stored }) => (stored[0] === '' ? undefined : head));
  }

  /** The ends of the log by realm. */
  of(service: ServiceName, realmIds: readonly number[]): Promise<LogEnd[]> {
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
