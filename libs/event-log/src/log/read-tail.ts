import { untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';
import { partitionOf, stateEventsTailKey } from './keys.js';

/** The last fact of the realm's partition: the `asOf` of a request that does not come through a gateway. */
export async function readTail(redis: Redis, realmId: number): Promise<string> {
  const key = stateEventsTailKey(partitionOf(realmId));
  return (await untilAnswered(redis, () => redis.get(key))) ?? '0-0';
}
