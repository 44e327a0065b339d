import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { IdleWork } from './idle-work.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('work of the background begins soon, and comes again only after its time', () => {
  const doneAtMs: number[] = [];
  const start = Date.now();
  const work = new IdleWork(10_000, () => doneAtMs.push(Date.now() - start));

  work.want();
  work.want();
  expect(doneAtMs).toEqual([]);
  jest.advanceTimersByTime(100);
  work.want();
  jest.advanceTimersByTime(9_000);
  work.want();
  expect(doneAtMs).toHaveLength(1);
  jest.advanceTimersByTime(20_000);

  expect(doneAtMs).toEqual([0, 10_000]);
});
