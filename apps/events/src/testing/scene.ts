import { createTestRedis, type TestRedis } from '@chat/testing';
import { FakeOrganization } from './fake-organization.js';
import { QueueClient } from './queue-client.js';

/** The surroundings of the events service: Redis, an organization that publishes events, and a client. */
export interface Scene {
  readonly redis: TestRedis;
  readonly organization: FakeOrganization;
  readonly client: QueueClient;
  /** To be called when the replicas have stopped. */
  close(): Promise<void>;
}

export async function startScene(startRedis: () => Promise<TestRedis> = createTestRedis): Promise<Scene> {
  const redis = await startRedis();
  const organization = new FakeOrganization(redis.redis);
  await organization.start(redis.url);
  const client = new QueueClient(redis.url, redis.redis);
  await client.start();
  return {
    redis,
    organization,
    client,
    close: async () => {
      await client.close();
      await organization.close();
      await redis.close();
    },
  };
}
