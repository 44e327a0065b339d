import { EVENT_SHARDS, eventShardLeaseKey } from '@chat/contracts';
import { createTestRedis, eventually, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type EventsReplica, SHORT_LEASES, startEventsReplica } from '../testing/events-replicas.js';
import { ShardLeases } from './shard-leases.js';

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
  replicas = [await startEventsReplica(redis.url, SHORT_LEASES), await startEventsReplica(redis.url, SHORT_LEASES)];
  await eventually(areBalanced, { what: 'both replicas to hold their shards' });
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const replica of replicas) await replica.stop();
  await redis.close();
});

describe('replicas of which none comes or goes', () => {
  it('renew their sessions, but look at who holds what only once in a while', async () => {
    // What followed from their coming is over.
    await sleep(1_000);
    const looks = jest.spyOn(ShardLeases.prototype, 'holders');
    const renewals = jest.spyOn(ShardLeases.prototype, 'renew');
    await sleep(2_000);

    expect(renewals.mock.calls.length).toBeGreaterThan(10);
    // Each once at most, and whatever a slow machine makes a session miss.
    expect(looks.mock.calls.length).toBeLessThan(renewals.mock.calls.length / 4);
  });

  it('find a shard whose lease is gone', async () => {
    const before = held();
    await redis.redis.hdel(eventShardLeaseKey(7), 's');

    const isHeld = async () => (await redis.redis.hget(eventShardLeaseKey(7), 's')) !== null;
    await eventually(isHeld, { withinMs: 15_000, what: 'the shard to be taken again' });
    await eventually(() => held().join() === before.join(), { what: 'its holder to hold it' });
  });
});
