import { EVENT_SESSIONS_KEY, eventShardLeaseKey, eventShardOf } from '@chat/contracts';
import type { TestGateway } from './test-gateway.js';

/** Has the queues of a gateway's first user. */
export const USER_SHARD = eventShardOf(1);
/** Has none of them. */
export const OTHER_SHARD = USER_SHARD + 1;
/** A queue of the first user. */
export const QUEUE = `${USER_SHARD}-${'a'.repeat(32)}`;

const LONGER_THAN_ANY_TEST_MS = 3_600_000;

/** Both shards are held by the fake events service. */
export async function holdShards({ redis: { redis } }: TestGateway): Promise<void> {
  await redis.zadd(EVENT_SESSIONS_KEY, Date.now() + LONGER_THAN_ANY_TEST_MS, 'fake#1');
  for (const shard of [USER_SHARD, OTHER_SHARD])
    await redis.hset(eventShardLeaseKey(shard), 's', 'fake#1', 'i', 'fake');
}
