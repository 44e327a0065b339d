import { createTestRedis, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ShardLeases, type TakenShard } from './shard-leases.js';

const SHARD = 3;
const EPOCH = { number: 1, history: 'test', logTails: [] };

let redis: TestRedis;
let leases: ShardLeases;

beforeEach(async () => {
  redis = await createTestRedis();
  leases = new ShardLeases(redis.redis);
});

afterEach(() => redis.close());

const taken = (from: string, session: string) =>
  leases.take(SHARD, from, session, 'events-0', EPOCH) as Promise<TakenShard>;
const holder = async () => (await leases.holders())[SHARD];

it('a shard is taken only from its expected holder, and released only by its token', async () => {
  const first = await taken('', 'a');
  expect(await leases.take(SHARD, '', 'b', 'events-1', EPOCH)).toBeUndefined();
  const second = await taken('a', 'b');
  expect(second.token).not.toBe(first.token);

  await leases.release(SHARD, first.token);
  expect(await holder()).toBe('b');
  await leases.release(SHARD, second.token);
  expect(await holder()).toBe('');
});

it('a token from before a loss of all data is invalid afterwards', async () => {
  const before = [await taken('', 'a'), await taken('a', 'b'), await taken('b', 'c')];
  await redis.redis.flushdb();
  const after = [await taken('', 'd'), await taken('d', 'e'), await taken('e', 'f')];

  const tokens = new Set([...before, ...after].map(({ token }) => token));
  expect(tokens.size).toBe(6);
  await leases.release(SHARD, (before[2] as TakenShard).token);
  expect(await holder()).toBe('f');
});

it('live sessions have one order, independent of renewals', async () => {
  const renewed = (session: string) => leases.renew(session, 20_000, 'renew');
  for (const session of ['a', 'b', 'c']) await leases.renew(session, 20_000, 'open');
  const told: (string[] | undefined)[] = [];
  for (const session of ['a', 'c', 'b']) {
    told.push(await renewed(session));
    // Times of renewals are in milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }

  expect(told).toEqual(Array(3).fill(['a', 'b', 'c']));
});
