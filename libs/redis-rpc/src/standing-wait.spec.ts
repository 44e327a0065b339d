import { describe, expect, it } from '@jest/globals';
import { StandingWait } from './request-executor.js';

/** Simulates a queue with arrivals and a capacity per millisecond. Refusing takes no time. */
function simulate(arrivalsPerMs: (ms: number) => number, capacityPerMs: number, forMs: number, backlog = 0) {
  const standing = new StandingWait(100, 200);
  const waiting = Array.from({ length: backlog }, () => 0);
  const served: { at: number; waitedMs: number }[] = [];
  const refusedAt: number[] = [];
  for (let ms = 0; ms < forMs; ms++) {
    for (let n = 0; n < arrivalsPerMs(ms); n++) waiting.push(ms);
    for (let room = capacityPerMs; room > 0 && waiting.length > 0; ) {
      const waitedMs = ms - (waiting.shift() as number);
      if (standing.isTooLong(waitedMs, ms)) refusedAt.push(ms);
      else {
        served.push({ at: ms, waitedMs });
        room--;
      }
    }
  }
  return { served, refusedAt, refused: refusedAt.length, left: waiting.length };
}

describe('StandingWait', () => {
  it('refuses no request of a burst', () => {
    const { refused, left } = simulate((ms) => (ms < 100 ? 20 : 5), 10, 1_000);

    expect([refused, left]).toEqual([0, 0]);
  });

  it('refuses no request after a pause of the service', () => {
    expect(simulate(() => 5, 10, 1_000, 1_500).refused).toBe(0);
  });

  it('keeps the wait short under twice the load, at full throughput', () => {
    const { served, refused } = simulate(() => 20, 10, 5_000);

    expect(served.length).toBe(50_000);
    expect(refused).toBeGreaterThan(45_000);
    const late = served.filter(({ at }) => at > 1_000);
    expect(Math.max(...late.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(100 + 200);
  });

  it('stops refusing when the load is gone', () => {
    const { refusedAt, left } = simulate((ms) => (ms < 2_000 ? 20 : 1), 10, 4_000);

    expect([Math.max(...refusedAt) < 2_050, left]).toEqual([true, 0]);
  });
});
