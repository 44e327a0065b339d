import { EVENT_SHARDS, USERS_PER_EVENT_SHARD_BLOCK } from '@chat/contracts';
import { createTestRedis, eventually, type TestRedis } from '@chat/testing';
import { type EventsReplica, startEventsReplica } from './events-replicas.js';
import { FakeOrganization } from './fake-organization.js';
import { QueueClient } from './queue-client.js';

/** Two replicas of the events service that share all shards, an organization whose events they follow, and a client of both. */
export interface TwoReplicas {
  readonly redis: TestRedis;
  readonly organization: FakeOrganization;
  readonly replicas: readonly EventsReplica[];
  readonly client: QueueClient;
  /** Shards that are held. */
  held(): number;
  close(): Promise<void>;
}

/** A user of a shard of its own. */
export const inShard = (n: number): number => n * USERS_PER_EVENT_SHARD_BLOCK;

export async function startTwoReplicas(): Promise<TwoReplicas> {
  const redis = await createTestRedis();
  const organization = new FakeOrganization(redis.redis);
  await organization.start(redis.url);
  const replicas = [await startEventsReplica(redis.url), await startEventsReplica(redis.url)];
  const client = new QueueClient(redis.url, redis.redis);
  await client.start();
  const held = () => replicas.reduce((sum, { keeper }) => sum + keeper.heldCount, 0);
  await eventually(() => replicas.every(({ keeper }) => keeper.heldCount > 0) && held() === EVENT_SHARDS, {
    what: 'both replicas to hold shards',
  });
  return {
    redis,
    organization,
    replicas,
    client,
    held,
    close: async () => {
      await client.close();
      for (const replica of replicas) await replica.stop();
      await organization.close();
      await redis.close();
    },
  };
}
