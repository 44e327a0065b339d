import { totalmem } from 'node:os';
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';

/** Seldom, since each look wakes the process. */
export const LOOK_EVERY_MS = 2_000;
/** The longest that a timer can last: never. */
const NEVER_MS = 2 ** 31 - 1;

const lag = new Histogram({
  name: 'chat_event_loop_lag_seconds',
  help: 'How late a timer of this process ran, looked at each two seconds: whatever it does waits that long.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

const memoryLimit = new Gauge({
  name: 'chat_memory_limit_bytes',
  help: "Memory that this process may take until it is killed: its container's, or else the machine's. V8 sizes its heap by it.",
});

/** Collects what every process tells of itself: CPU, memory, garbage collection, handles, and how late its event loop is. */
export function measureProcess(): void {
  // The library's own look at the event loop counts the time between two looks as lag.
  collectDefaultMetrics({ eventLoopMonitoringPrecision: NEVER_MS });
  for (const { name } of register.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag')) register.removeSingleMetric(name);
  }
  memoryLimit.set(Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()));
  measureEventLoopLag();
}

function measureEventLoopLag(): void {
  let dueAtMs = performance.now() + LOOK_EVERY_MS;
  setInterval(() => {
    const nowMs = performance.now();
    lag.observe(Math.max(0, nowMs - dueAtMs) / 1000);
    dueAtMs = nowMs + LOOK_EVERY_MS;
  }, LOOK_EVERY_MS).unref();
}
