import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimit, MIN_LIMIT } from './concurrency-limit.js';

const TARGET_MS = 500;
const MAX = 2_000;

interface Begun {
  readonly caller: string;
  readonly atMs: number;
}

interface Outcome {
  readonly tookMs: { readonly atMs: number; readonly ms: number }[];
  readonly refused: Map<string, number>;
  readonly accepted: Map<string, number>;
  readonly refusedAtMs: number[];
  readonly underway: number;
}

/** Simulates calls that arrive each millisecond, and a system that finishes some each millisecond, in order. */
function simulate(arrivals: (ms: number) => readonly string[], perMs: number, forMs: number): Outcome {
  let nowMs = 0;
  const work = new ConcurrencyLimit({ max: MAX, targetMs: TARGET_MS }, () => nowMs);
  const queue: Begun[] = [];
  const outcome = {
    tookMs: [] as Outcome['tookMs'],
    refused: new Map<string, number>(),
    accepted: new Map<string, number>(),
    refusedAtMs: [] as number[],
  };
  const count = (counts: Map<string, number>, caller: string) => counts.set(caller, (counts.get(caller) ?? 0) + 1);
  for (let room = 0; nowMs < forMs; nowMs++) {
    for (const caller of arrivals(nowMs)) {
      if (work.noSlotFor(caller) !== undefined) {
        count(outcome.refused, caller);
        outcome.refusedAtMs.push(nowMs);
        continue;
      }
      work.begin(caller);
      count(outcome.accepted, caller);
      queue.push({ caller, atMs: nowMs });
    }
    for (room = Math.min(room, 1) + perMs; room >= 1 && queue.length > 0; room--) {
      const { caller, atMs } = queue.shift() as Begun;
      outcome.tookMs.push({ atMs: nowMs, ms: nowMs - atMs });
      work.end(caller, nowMs - atMs);
    }
  }
  return { ...outcome, underway: work.count };
}

const many = (count: number, ms: number) => Array.from({ length: count }, (_, n) => `user ${(ms * count + n) % 300}`);

describe('ConcurrencyLimit', () => {
  it('refuses no call of a short burst', () => {
    const { refused, underway } = simulate((ms) => (ms < 200 ? many(6, ms) : many(1, ms)), 2, 4_000);

    expect([refused.size, underway < 10]).toEqual([0, true]);
  });

  it('serves at full throughput under twice the load, each call within about the target', () => {
    const { tookMs, accepted } = simulate((ms) => many(4, ms), 2, 20_000);

    const late = tookMs.filter(({ atMs }) => atMs > 5_000).map(({ ms }) => ms);
    expect(Math.max(...late)).toBeLessThan(1.2 * TARGET_MS);
    expect(late.length).toBeGreaterThan(0.98 * 2 * 15_000);
    // No more than a burst may be before it is known to be none.
    expect(Math.max(...tookMs.map(({ ms }) => ms))).toBeLessThan(MAX / 2 + TARGET_MS);
    expect(Math.max(...accepted.values())).toBeLessThan(1.5 * Math.min(...accepted.values()));
  });

  it('stops refusing when the load is gone', () => {
    const { refusedAtMs, underway } = simulate((ms) => (ms < 10_000 ? many(4, ms) : many(1, ms)), 2, 15_000);

    expect(refusedAtMs.length).toBeGreaterThan(10_000);
    expect(Math.max(...refusedAtMs)).toBeLessThan(10_100);
    expect(underway).toBeLessThan(10);
  });

  it('refuses a greedy caller first: many modest callers are served as without it', () => {
    const { refused, accepted } = simulate(
      (ms) => [...Array.from({ length: 6 }, () => 'greedy'), ...(ms % 2 === 0 ? many(1, ms / 2) : [])],
      2,
      20_000,
    );

    const modest = (counts: Map<string, number>) =>
      [...counts].filter(([caller]) => caller !== 'greedy').reduce((sum, [, calls]) => sum + calls, 0);
    expect(refused.get('greedy')).toBeGreaterThan(50_000);
    expect(modest(refused) / modest(accepted)).toBeLessThan(0.1);
    expect(accepted.get('greedy')).toBeGreaterThan(20_000);
  });

  it('accepts a few calls, no matter how slow they are', () => {
    let nowMs = 0;
    const work = new ConcurrencyLimit({ max: MAX, targetMs: TARGET_MS }, () => nowMs);
    for (let second = 0; second < 10; second++) {
      for (let n = 0; n < 20; n++) work.begin(`user ${n}`);
      for (let n = 0; n < 20; n++) {
        nowMs += 50;
        work.end(`user ${n}`, 5_000);
      }
    }

    expect(work.limit).toBeGreaterThanOrEqual(MIN_LIMIT);
    expect(work.noSlotFor('anybody')).toBeUndefined();
  });
});
