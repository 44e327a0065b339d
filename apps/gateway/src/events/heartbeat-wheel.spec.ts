import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HeartbeatWheel } from './heartbeat-wheel.js';
import { Poll } from './poll.js';

const HEARTBEAT_MS = 50_000;
const SLOT_MS = 1_000;

/** What each turn handed over, and when. */
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
const come = (count: number): Poll[] =>
  Array.from({ length: count }, (_, index) => {
    const end = { resolve: () => {}, reject: () => {}, call: { beginWaiting: () => {} } };
    const poll = new Poll(`${index}`, index, 1, 0, null, end);
    wheel.add(poll);
    return poll;
  });

describe('heartbeats', () => {
  it('come between nine and eleven tenths of the period after the poll, whoever else waits', () => {
    const cameAtMs = new Map<Poll, number>();
    for (const count of [1, 40, 3_000, 2, 700, 0, 5_000, 1]) {
      for (const poll of come(count)) cameAtMs.set(poll, atMs);
      pass(7 * SLOT_MS);
    }
    pass(2 * HEARTBEAT_MS);

    const waits = turns.flatMap((turn) => turn.polls.map((poll) => turn.atMs - (cameAtMs.get(poll) as number)));
    expect(waits).toHaveLength(cameAtMs.size);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.9 * HEARTBEAT_MS);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1.1 * HEARTBEAT_MS);
  });

  it('of a few polls come at once, and as late as they may', () => {
    come(10);
    pass(2 * HEARTBEAT_MS);

    expect(turns.map((turn) => [turn.atMs, turn.polls.length])).toEqual([[55_000, 10]]);
  });

  it('of many who came at once, and come back each time, part more with each period', () => {
    come(10_000);
    const largest: number[] = [];
    for (let period = 0; period < 8; period++) {
      turns = [];
      for (let slot = 0; slot < 55; slot++) {
        const seen = turns.length;
        pass(SLOT_MS);
        come(turns.slice(seen).reduce((sum, turn) => sum + turn.polls.length, 0));
      }
      largest.push(Math.max(...turns.map((turn) => turn.polls.length)));
    }

    expect(largest[0]).toBeLessThan(1_000);
    expect(largest.at(-1)).toBeLessThan((2 * 10_000) / 55);
  });

  it('do not come for a poll that was answered', () => {
    const [first, second] = come(2) as [Poll, Poll];
    wheel.remove(first);
    wheel.remove(first);
    pass(2 * HEARTBEAT_MS);

    expect(turns.map((turn) => turn.polls)).toEqual([[second]]);
  });
});
