import { eventShardOf } from '@chat/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HeartbeatWheel } from './heartbeat-wheel.js';
import { Poll } from './poll.js';

const HEARTBEAT_MS = 50_000;
const SLOT_MS = 1_000;

/** The due polls of each turn, with their time. */
let turns: { readonly atMs: number; readonly polls: readonly Poll[] }[];
let wheel: HeartbeatWheel;
let atMs: number;

beforeEach(() => {
  jest.useFakeTimers();
  turns = [];
  atMs = 0;
  wheel = new HeartbeatWheel(HEARTBEAT_MS, (due) => turns.push({ atMs, polls: [...due] }));
  wheel.start();
});
afterEach(() => {
  wheel.stop();
  jest.useRealTimers();
});

const pass = (ms: number) => {
  for (const end = atMs + ms; atMs < end; ) {
    atMs += SLOT_MS;
    jest.advanceTimersByTime(SLOT_MS);
  }
};
const come = (userIds: readonly number[]): Poll[] =>
  userIds.map((userId) => {
    const end = {
      resolve: () => {},
      reject: () => {},
      call: { beginWaiting: () => {}, callerNow: () => Promise.reject(new Error('unused')) },
    };
    const poll = new Poll(`${userId}`, userId, 1, 0, null, end);
    wheel.add(poll);
    return poll;
  });
const usersOf = (shard: number) =>
  Array.from({ length: 10_000 }, (_, userId) => userId)
    .filter((userId) => eventShardOf(userId) === shard)
    .slice(0, 8);

describe('heartbeats', () => {
  it('are due 90 to 110 % of the period after the poll, with any other polls', () => {
    const cameAtMs = new Map<Poll, number>();
    for (const count of [1, 40, 3_000, 2, 700, 0, 5_000, 1]) {
      for (const poll of come(Array.from({ length: count }, (_, index) => index))) cameAtMs.set(poll, atMs);
      pass(7 * SLOT_MS);
    }
    pass(2 * HEARTBEAT_MS);

    const waits = turns.flatMap((turn) => turn.polls.map((poll) => turn.atMs - (cameAtMs.get(poll) as number)));
    expect(waits).toHaveLength(cameAtMs.size);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.9 * HEARTBEAT_MS);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1.1 * HEARTBEAT_MS);
  });

  it('of a shard are due together, and as late as possible after the first one', () => {
    const shard = usersOf(3);
    const other = usersOf(4);
    const wave = () => {
      const seen = turns.length;
      pass(SLOT_MS);
      for (const turn of turns.slice(seen)) come(turn.polls.map((poll) => poll.userId));
    };
    for (const userId of shard) {
      come([userId]);
      wave();
    }
    come(other);
    for (let slot = 0; slot < 4 * 55; slot++) wave();

    const told = (users: readonly number[]) =>
      turns.filter(({ polls }) => polls.some(({ userId }) => users.includes(userId)));
    const [first, second, third] = told(shard).map(({ atMs, polls }) => [atMs, polls.length]) as [number, number][];
    expect([first?.[1], second?.[1]]).toEqual([shard.length, shard.length]);
    expect(third?.[0]).toBe((second?.[0] as number) + 1.1 * HEARTBEAT_MS);
    expect(told(other)[0]?.atMs).not.toBe(first?.[0]);
  });

  it('of many polls that arrive at once, again and again, part', () => {
    come(Array.from({ length: 10_000 }, (_, index) => index));
    const largest: number[] = [];
    for (let period = 0; period < 8; period++) {
      turns = [];
      for (let slot = 0; slot < 55; slot++) {
        const seen = turns.length;
        pass(SLOT_MS);
        for (const turn of turns.slice(seen)) come(turn.polls.map((poll) => poll.userId));
      }
      largest.push(Math.max(...turns.map((turn) => turn.polls.length)));
    }

    expect(largest[0]).toBeLessThan(1_000);
    expect(largest.at(-1)).toBeLessThan((2.2 * 10_000) / 55);
  });

  it('are not due for a poll that has ended', () => {
    const [first, second] = come([1, 2]) as [Poll, Poll];
    first.abandon();
    first.abandon();
    pass(2 * HEARTBEAT_MS);

    expect(turns.map((turn) => turn.polls)).toEqual([[second]]);
  });
});
