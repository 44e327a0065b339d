import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { register } from 'prom-client';
import { LOOK_EVERY_MS, measureProcess } from './process-metrics.js';

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

/** The next look, so many milliseconds late. */
function passToLook(lateMs: number): void {
  nowMs += LOOK_EVERY_MS + lateMs;
  jest.advanceTimersByTime(LOOK_EVERY_MS);
}

async function lag(): Promise<{ count: number; sum: number }> {
  const text = await register.getSingleMetricAsString('chat_event_loop_lag_seconds');
  const figure = (part: string) =>
    Number(new RegExp(`^chat_event_loop_lag_seconds_${part} (.*)$`, 'm').exec(text)?.[1]);
  return { count: figure('count'), sum: figure('sum') };
}

it('the lag of the event loop is how late timers are, not how often they are looked at', async () => {
  measureProcess();
  passToLook(0);
  passToLook(0);
  expect(await lag()).toEqual({ count: 2, sum: 0 });

  passToLook(300);
  passToLook(0);
  expect((await lag()).count).toBe(4);
  expect((await lag()).sum).toBeCloseTo(0.3);

  const names = register.getMetricsAsArray().map(({ name }) => name);
  expect(names).toContain('process_cpu_seconds_total');
  expect(names.filter((name) => name.startsWith('nodejs_eventloop_lag'))).toEqual([]);
});
