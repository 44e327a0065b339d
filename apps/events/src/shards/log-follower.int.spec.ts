import { PresenceChanged } from '@chat/contracts';
import { appendUnstored, partitionOf, tailKey } from '@chat/event-log';
import { createTestRedis, eventually, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readHistory } from '../epochs/server-history.js';
import { LogFollower } from './log-follower.js';
import { LogStretches } from './log-stretches.js';

const REALM = 1;
const PARTITION = partitionOf(REALM);

let redis: TestRedis;
let follower: LogFollower;
let isConcerned: boolean;
let told: number[];
let batches: number;
let history: string;
let reconnections: number;

beforeEach(async () => {
  redis = await createTestRedis();
  isConcerned = false;
  told = [];
  batches = 0;
  reconnections = 0;
  const blocking = redis.redis.duplicate();
  blocking.on('ready', () => reconnections++);
  follower = new LogFollower(blocking, new LogStretches(redis.redis), { warn: () => {} } as never, {
    isConcerned: () => isConcerned,
    onBatch: async (batch) => {
      batches++;
      for (const { events } of batch) told.push(...events.map(({ sequence }) => sequence));
    },
    onRewind: () => {},
  });
  history = await readHistory(redis.redis);
  follower.start({ number: 1, history, logTails: ['0-0', '0-0', '0-0', '0-0'] });
});

afterEach(async () => {
  await follower.close();
  await redis.close();
});

const happen = async (times: number): Promise<string> => {
  for (let n = 0; n < times; n++) await appendUnstored(redis.redis, 'events', REALM, PresenceChanged.type, { n });
  return (await redis.redis.get(tailKey(PARTITION))) as string;
};

const toldOf = (sequence: number) =>
  eventually(() => Promise.resolve(told.includes(sequence)), { what: `event ${sequence} is told` });

describe('LogFollower', () => {
  it('skips to the end of the log while no shard is concerned, and delivers all later events', async () => {
    const end = await happen(3);
    await eventually(() => Promise.resolve(follower.positions[PARTITION] === end), {
      what: 'the follower is at the log’s end',
    });
    expect(told).toEqual([]);
    isConcerned = true;
    follower.resume();
    await happen(2);
    await toldOf(5);
    expect(told).toEqual([4, 5]);
  });

  it('delivers all events after a shard becomes concerned, also during a skip', async () => {
    let from = 0;
    for (let round = 0; round < 20; round++) {
      isConcerned = false;
      await happen(1);
      from = Number((await redis.redis.hget(`{log${PARTITION}}:heads`, `events:${REALM}`)) ?? 0) + 1;
      isConcerned = true;
      follower.resume();
      await happen(2);
      await toldOf(from + 1);
      expect(told.filter((sequence) => sequence >= from)).toEqual([from, from + 1]);
    }
  });

  it('reads no log of another history than that of its epoch', async () => {
    isConcerned = true;
    const logTails = ['0-0', '0-0', '0-0', '0-0'];
    follower.startOver({ number: 2, history: 'of another server', logTails });
    await happen(1);
    await eventually(() => reconnections > 2, { what: 'attempts to find the server' });
    expect(told).toEqual([]);

    follower.startOver({ number: 3, history, logTails });

    await toldOf(1);
    expect(told).toEqual([1]);
  });

  it('delivers events within 10 ms of a batch together', async () => {
    isConcerned = true;
    follower.resume();
    await happen(1);
    await toldOf(1);
    const before = batches;
    const startedAt = performance.now();
    await happen(200);
    await toldOf(201);

    // Timers may be a millisecond early. The first batch may have ended before, the last one comes after.
    expect(batches - before).toBeLessThanOrEqual((performance.now() - startedAt) / 9 + 2);
    expect(told).toEqual(Array.from({ length: 201 }, (_, n) => n + 1));
  });
});
