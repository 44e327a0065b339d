import { EVENT_SHARDS, eventShardLeaseKey } from '@chat/contracts';
import { createTestRedis, eventually, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type EventsReplica, startEventsReplica } from '../testing/events-replicas.js';
import { ShardLeases } from './shard-leases.js';

/** Nobody dies here: a machine that is busy for a while must not end a session, which all would look into. */
const LEASES = { leaseTimes: { lifetimeMs: 20_000, renewEveryMs: 100 } };

let redis: TestRedis;
let replicas: EventsReplica[];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const held = () => replicas.map(({ keeper }) => keeper.heldCount);
const areBalanced = () => {
  const [mine = 0, others = 0] = held();
  return mine > 0 && others > 0 && mine + others === EVENT_SHARDS;
};

beforeEach(async () => {
  redis = await createTestRedis();
  replicas = [await startEventsReplica(redis.url, LEASES), await startEventsReplica(redis.url, LEASES)];
  await eventually(areBalanced, { what: 'both replicas to hold their shards' });
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const replica of replicas) await replica.stop();
  await redis.close();
});

describe('replicas of which none comes or goes', () => {
  it('renew their sessions, but look at who holds what only once in a while', async () => {
    const looks = jest.spyOn(ShardLeases.prototype, 'holders');
    const renewals = jest.spyOn(ShardLeases.prototype, 'renew');
    const isCalm = async () => {
      looks.mockClear();
      await sleep(500);
      return looks.mock.calls.length === 0;
    };
    await eventually(isCalm, { withinMs: 15_000, what: 'what followed from their coming to be over' });
    looks.mockClear();
    renewals.mockClear();
    await eventually(() => renewals.mock.calls.length >= 40, { withinMs: 15_000, what: 'sessions to be renewed' });

    // In two seconds each looks once at most, and in ten of a slow machine three times.
    expect(looks.mock.calls.length).toBeLessThan(10);
  });

  it('find a shard whose lease is gone', async () => {
    const before = held();
    await redis.redis.hdel(eventShardLeaseKey(7), 's');

    const isHeld = async () => (await redis.redis.hget(eventShardLeaseKey(7), 's')) !== null;
    await eventually(isHeld, { withinMs: 15_000, what: 'the shard to be taken again' });
    await eventually(() => held().join() === before.join(), { what: 'its holder to hold it' });
  });
});
