import { Counter, Histogram } from 'prom-client';

const requests = new Counter({
  name: 'chat_http_requests_total',
  help: 'HTTP requests answered, by route and status.',
  labelNames: ['method', 'route', 'status'] as const,
});

const duration = new Histogram({
  name: 'chat_http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its answer; long polls include their waiting.',
  labelNames: ['method', 'route'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Counts one answered request. `route` is the pattern, never the path: paths are without number. */
export function countHttpRequest(method: string, route: string, status: number, durationMs: number): void {
  requests.inc({ method, route, status });
  duration.observe({ method, route }, durationMs / 1000);
}
