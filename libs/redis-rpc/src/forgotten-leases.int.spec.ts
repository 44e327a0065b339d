import { once } from 'node:events';
import { type BrokerClock, connectRedis, disconnect } from '@chat/redis';
import { CuttableProxy, createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { InFlight } from './in-flight.js';
import { LEASE_MS, RENEWED_AFTER_MS, requestList } from './limits.js';
import { LostRequests, type SentRequest } from './lost-requests.js';
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

describe('a caller', () => {
  let nowMs: number;
  let connection: Redis;
  let lost: number[];
  let requests: LostRequests;
  const sent = (suspectAtMs: number): SentRequest => ({
    service: 'users',
    list: requestList('users'),
    sentAtMs: nowMs,
    suspectAtMs,
    isForAnyReplica: true,
  });

  beforeEach(async () => {
    nowMs = 1_000_000;
    connection = connectRedis(redis.url, { name: 'test' });
    lost = [];
    const clock = { nowMs: () => nowMs } as BrokerClock;
    const noneHeld = async () => [];
    requests = new LostRequests(connection, clock, 'replies', noneHeld, (id) => lost.push(id), undefined);
    await connection.ping();
  });
  afterEach(() => disconnect(connection));

  it('searches for lost requests as soon as living replicas had time to renew their leases', async () => {
    const pending = new InFlight<SentRequest>();
    pending.set(1, sent(nowMs));
    connection.disconnect(true);
    await once(connection, 'ready');
    nowMs += RENEWED_AFTER_MS;
    await renewLease(redis.redis, 'users', 'living', nowMs);

    requests.search(pending);

    await eventually(() => lost.length > 0);
    expect(lost).toEqual([1]);
  });

  it('takes no request for lost that is not suspect yet', async () => {
    const pending = new InFlight<SentRequest>();
    pending.set(1, sent(nowMs + LEASE_MS));
    pending.set(2, sent(nowMs + 2 * LEASE_MS));
    await renewLease(redis.redis, 'users', 'gone', nowMs);
    nowMs += LEASE_MS + 1;
    await renewLease(redis.redis, 'users', 'living', nowMs);

    requests.search(pending);

    await eventually(() => lost.length > 0);
    expect(lost).toEqual([1]);
  });
});
