import { totalmem } from 'node:os';
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';

/** Long, because each measurement wakes the process. */
export const MEASURE_EVERY_MS = 2_000;
/** The longest that a timer can last: never. */
const NEVER_MS = 2 ** 31 - 1;

const lag = new Histogram({
  name: 'chat_event_loop_lag_seconds',
  help: 'Delay of a timer of this process, measured every two seconds: all its work waits that long.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

const memoryLimit = new Gauge({
  name: 'chat_memory_limit_bytes',
  help: "Memory that this process may take until it is killed: its container's, or else the machine's. V8 sizes its heap by it.",
});

/** Measures CPU, memory, garbage collection, handles, and the lag of the event loop. */
export function measureProcess(): void {
  // The library's own measurement of the event loop counts its interval as lag.
  collectDefaultMetrics({ eventLoopMonitoringPrecision: NEVER_MS });
  for (const { name } of register.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag')) register.removeSingleMetric(name);
  }
  memoryLimit.set(Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()));
  measureEventLoopLag();
}

function measureEventLoopLag(): void {
  let dueAtMs = performance.now() + MEASURE_EVERY_MS;
  setInterval(() => {
    const nowMs = performance.now();
    lag.observe(Math.max(0, nowMs - dueAtMs) / 1000);
    dueAtMs = nowMs + MEASURE_EVERY_MS;
  }, MEASURE_EVERY_MS).unref();
}
