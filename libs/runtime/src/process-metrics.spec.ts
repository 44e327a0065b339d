import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { register } from 'prom-client';
import { measureProcess } from './process-metrics.js';

let nowMs: number;

beforeEach(() => {
  jest.useFakeTimers();
  nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  register.clear();
});

/** Timers of the next second run, so many milliseconds late. */
function passSecond(lateMs: number): void {
  nowMs += 1_000 + lateMs;
  jest.advanceTimersByTime(1_000);
}

async function lag(): Promise<{ count: number; sum: number }> {
  const text = await register.getSingleMetricAsString('chat_event_loop_lag_seconds');
  const figure = (part: string) =>
    Number(new RegExp(`^chat_event_loop_lag_seconds_${part} (.*)$`, 'm').exec(text)?.[1]);
  return { count: figure('count'), sum: figure('sum') };
}

it('the lag of the event loop is how late timers are, not how often they are looked at', async () => {
  measureProcess();
  passSecond(0);
  passSecond(0);
  expect(await lag()).toEqual({ count: 2, sum: 0 });

  passSecond(300);
  passSecond(0);
  expect((await lag()).count).toBe(4);
  expect((await lag()).sum).toBeCloseTo(0.3);

  const names = register.getMetricsAsArray().map(({ name }) => name);
  expect(names).toContain('process_cpu_seconds_total');
  expect(names.filter((name) => name.startsWith('nodejs_eventloop_lag'))).toEqual([]);
});
