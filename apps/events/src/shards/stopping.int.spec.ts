import { CuttableProxy, createTestRedis, eventually, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startEventsReplica } from '../testing/events-replicas.js';
import { FakeOrganization } from '../testing/fake-organization.js';
import { QueueClient } from '../testing/queue-client.js';

let redis: TestRedis;
let organization: FakeOrganization;
let client: QueueClient;

beforeEach(async () => {
  redis = await createTestRedis();
  organization = new FakeOrganization(redis.redis);
  await organization.start(redis.url);
  client = new QueueClient(redis.url, redis.redis);
  await client.start();
});
afterEach(async () => {
  await client.close();
  await organization.close();
  await redis.close();
});

it('a replica that holds shards with queues stops soon while Redis is away', async () => {
  const proxy = await CuttableProxy.start(redis.url);
  const replica = await startEventsReplica(proxy.url);
  const user = organization.user(1);
  organization.stream(1);
  await organization.subscribe(user.userId, 1);
  await client.register(user);
  await organization.send(1);
  await proxy.close();
  await eventually(() => replica.resources.redis.status === 'reconnecting');

  const stopped = replica.stop().then(() => 'stopped');
  const late = new Promise((resolve) => setTimeout(() => resolve('late'), 6_000).unref());

  expect(await Promise.race([stopped, late])).toBe('stopped');
}, 30_000);
