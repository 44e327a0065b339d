import { Counter, Histogram } from 'prom-client';

const executed = new Counter({
  name: 'chat_requests_total',
  help: 'Requests that this process executed for other services, by pattern and outcome.',
  labelNames: ['pattern', 'outcome'] as const,
});

const duration = new Histogram({
  name: 'chat_request_duration_seconds',
  help: 'Time from taking a request to its reply.',
  labelNames: ['pattern'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

/** Counts one executed transport request. */
export function countRequest(pattern: string, outcome: 'ok' | 'refused' | 'failed', durationMs: number): void {
  executed.inc({ pattern, outcome });
  duration.observe({ pattern }, durationMs / 1000);
}
