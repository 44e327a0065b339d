import { EVENT_SHARDS, eventShardLeaseKey } from '@chat/contracts';
import { createTestRedis, eventually, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type EventsReplica, hearNoAnnouncements, startEventsReplica } from '../testing/events-replicas.js';
import { LOOK_AT_HOLDERS_EVERY_MS } from './shard-keeper.js';
import { ShardLeases } from './shard-leases.js';

/** Long lifetime: a busy machine must not end a session, which would cause further checks. */
const LEASES = { leaseTimes: { lifetimeMs: 20_000, renewEveryMs: 100 } };

let redis: TestRedis;
let replicas: EventsReplica[];

const held = () => replicas.map(({ keeper }) => keeper.parts.held.size);
const areBalanced = () => {
  const [mine = 0, others = 0] = held();
  return mine > 0 && others > 0 && mine + others === EVENT_SHARDS;
};

beforeEach(async () => {
  redis = await createTestRedis();
  replicas = [await startEventsReplica(redis.url, LEASES), await startEventsReplica(redis.url, LEASES)];
  await eventually(areBalanced, { what: 'both replicas to hold their shards' });
  await Promise.all(replicas.map(hearNoAnnouncements));
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const replica of replicas) await replica.stop();
  await redis.close();
});

describe('a constant set of replicas', () => {
  it('renews sessions often, but checks the holders of shards rarely', async () => {
    const looks = jest.spyOn(ShardLeases.prototype, 'holders');
    const renewals = jest.spyOn(ShardLeases.prototype, 'renew');
    const renewed = (times: number) =>
      eventually(() => renewals.mock.calls.length >= times, { withinMs: 15_000, what: 'sessions to be renewed' });
    const isCalm = async () => {
      looks.mockClear();
      renewals.mockClear();
      // A replica that found a wrong holder checks with each renewal.
      await renewed(10);
      return looks.mock.calls.length === 0;
    };
    await eventually(isCalm, { withinMs: 15_000, what: 'what followed from their coming to be over' });
    looks.mockClear();
    renewals.mockClear();
    const calmAt = performance.now();
    await renewed(40);

    const looksOfEach = (performance.now() - calmAt) / LOOK_AT_HOLDERS_EVERY_MS + 1;
    expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * looksOfEach);
  }, 40_000);

  it('finds a shard without a lease', async () => {
    const before = held();
    await redis.redis.hdel(eventShardLeaseKey(7), 's');

    const isHeld = async () => (await redis.redis.hget(eventShardLeaseKey(7), 's')) !== null;
    await eventually(isHeld, { withinMs: 15_000, what: 'the shard to be taken again' });
    await eventually(() => held().join() === before.join(), { what: 'its holder to hold it' });
  });
});
