import { isConsumerEvent, isStateEvent, type ServiceName } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { headsKey, logKey, MAX_PARTITION_ENTRIES, partitionOf, tailKey } from './stored-log.js';

const append = RedisScript.fromFiles(import.meta.url, 'append-unstored.lua');

/**
 * Appends one event of a service without a database to the log. A repetition after a lost reply appends it twice. Throws for events that
 * services act on, which need an outbox.
 */
export async function appendUnstored(
  redis: Redis,
  service: ServiceName,
  realmId: number,
  type: string,
  payload: object,
): Promise<void> {
  if (isStateEvent(type) || isConsumerEvent(type))
    throw new Error(`Events of type ${type} are followed by services, so they need an outbox.`);
  await append.run<number>(
    redis,
    [logKey, headsKey, tailKey].map((keyOf) => keyOf(partitionOf(realmId))),
    [service, realmId, MAX_PARTITION_ENTRIES, type, JSON.stringify(payload)],
  );
}
