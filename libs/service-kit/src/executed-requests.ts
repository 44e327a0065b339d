import { Counter, Histogram } from 'prom-client';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const executed = new Counter({
  name: 'chat_requests_total',
  help: 'Requests that this process executed for other services, by pattern and outcome.',
  labelNames: ['pattern', 'outcome'] as const,
});
const duration = new Histogram({
  name: 'chat_request_duration_seconds',
  help: 'Time from taking a request to its reply.',
  labelNames: ['pattern'] as const,
  buckets: BUCKETS,
});
const wait = new Histogram({
  name: 'chat_transport_wait_seconds',
  help: 'Time that executed requests had waited to be taken.',
  buckets: BUCKETS,
});

/** Counts one executed transport request. */
export function countRequest(
  pattern: string,
  outcome: 'ok' | 'refused' | 'failed',
  durationMs: number,
  waitedMs: number,
): void {
  executed.inc({ pattern, outcome });
  duration.observe({ pattern }, durationMs / 1000);
  wait.observe(waitedMs / 1000);
}
