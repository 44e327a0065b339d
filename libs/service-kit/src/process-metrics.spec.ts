import { totalmem } from 'node:os';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { register } from 'prom-client';
import { MEASURE_EVERY_MS, measureProcess } from './process-metrics.js';

let nowMs: number;

beforeEach(() => {
  jest.useFakeTimers();
  nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  forgetDefaults();
});

/** So that they can be collected anew. */
function forgetDefaults(): void {
  for (const { name } of register.getMetricsAsArray()) if (!name.startsWith('chat_')) register.removeSingleMetric(name);
}

/** The next look, so many milliseconds late. */
function passToLook(lateMs: number): void {
  nowMs += MEASURE_EVERY_MS + lateMs;
  jest.advanceTimersByTime(MEASURE_EVERY_MS);
}

async function lag(): Promise<{ count: number; sum: number }> {
  const text = await register.getSingleMetricAsString('chat_event_loop_lag_seconds');
  const figure = (part: string) =>
    Number(new RegExp(`^chat_event_loop_lag_seconds_${part} (.*)$`, 'm').exec(text)?.[1]);
  return { count: figure('count'), sum: figure('sum') };
}

it('the lag of the event loop is the delay of timers, not the interval of the measurement', async () => {
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

it('the limit of memory is the container’s, or else the machine’s', async () => {
  const limit = async () => {
    forgetDefaults();
    measureProcess();
    const text = await register.getSingleMetricAsString('chat_memory_limit_bytes');
    return Number(/^chat_memory_limit_bytes (.*)$/m.exec(text)?.[1]);
  };
  const constrained = jest.spyOn(process, 'constrainedMemory');

  constrained.mockReturnValue(512 * 1024 * 1024);
  expect(await limit()).toBe(512 * 1024 * 1024);
  // Values of Linux without a limit, and of Node for an unknown limit.
  constrained.mockReturnValue(2 ** 63);
  expect(await limit()).toBe(totalmem());
  constrained.mockReturnValue(0);
  expect(await limit()).toBe(totalmem());
});
