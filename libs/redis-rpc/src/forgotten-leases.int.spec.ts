import { once } from 'node:events';
import { type BrokerClock, connectRedis, disconnect } from '@chat/redis';
import { CuttableProxy, createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { InFlight } from './in-flight.js';
import { RENEWED_AFTER_MS, requestList } from './limits.js';
import { LostRequests } from './lost-requests.js';
import { RedisTransportServer } from './redis-transport-server.js';
import { endLease, leasesOf, renewLease } from './replicas.js';

let redis: TestRedis;
beforeEach(async () => {
  redis = await createTestRedis();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await redis.close();
});

it('a replica renews a forgotten lease as soon as it is connected again', async () => {
  // Without its timer, so that only the connection can be the cause.
  jest.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}, 0));
  const proxy = await CuttableProxy.start(redis.url);
  const options = { redisUrl: proxy.url, service: 'users', instance: 'living', logger: new RecordingLogger() } as const;
  const server = new RedisTransportServer(options);
  await server.listen(() => {});
  const hasLease = async () => (await leasesOf(redis.redis, 'users')).length === 1;
  await eventually(hasLease, { what: 'the first lease' });
  await endLease(redis.redis, 'users', 'living');

  proxy.cut();

  await eventually(hasLease, { what: 'the lease after the cut' });
  await server.close();
  await proxy.close();
});

it('a caller searches for lost requests as soon as living replicas had time to renew their leases', async () => {
  let nowMs = 1_000_000;
  const connection = connectRedis(redis.url, { name: 'test' });
  const lost: number[] = [];
  const clock = { nowMs: () => nowMs } as BrokerClock;
  const noneHeld = async () => [];
  const requests = new LostRequests(connection, clock, 'replies', noneHeld, (id) => lost.push(id), undefined);
  await connection.ping();
  const sent = { service: 'users', list: requestList('users'), sentAtMs: nowMs, isForAnyReplica: true };
  connection.disconnect(true);
  await once(connection, 'ready');
  nowMs += RENEWED_AFTER_MS;
  await renewLease(redis.redis, 'users', 'living', nowMs);

  const pending = new InFlight<typeof sent>();
  pending.set(1, sent);
  requests.search(pending);

  await eventually(() => lost.length > 0);
  expect(lost).toEqual([1]);
  disconnect(connection);
});
