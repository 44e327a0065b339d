import { Counter, Gauge, Histogram } from 'prom-client';
import type { CallsInFlight } from './calls-in-flight.js';
import type { Door } from './door.js';
import type { Transfers } from './transfers.js';

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

/** What a server has open. */
interface OpenWork {
  readonly calls: CallsInFlight;
  readonly door: Door;
  readonly incoming: Transfers;
  readonly outgoing: Transfers;
}

let open: OpenWork | undefined;

new Gauge({
  name: 'chat_http_calls',
  help: 'HTTP calls that are open now: being worked on, or waiting as long polls.',
  labelNames: ['state'] as const,
  collect() {
    this.set({ state: 'in flight' }, open?.calls.count ?? 0);
    this.set({ state: 'waiting' }, open?.calls.waitingCount ?? 0);
  },
});

new Gauge({
  name: 'chat_http_call_limit',
  help: 'How many ordinary calls are worked on at most; less than MAX_CALLS_IN_FLIGHT while there is too much to do.',
  collect() {
    this.set(open?.calls.limit ?? 0);
  },
});

new Gauge({
  name: 'chat_http_connections',
  help: 'Connections of clients that are open.',
  collect() {
    this.set(open?.door.count ?? 0);
  },
});

new Gauge({
  name: 'chat_http_transfer_bytes',
  help: 'Bytes of requests that have not arrived whole, and of answers that their clients have not taken yet.',
  labelNames: ['direction'] as const,
  collect() {
    this.set({ direction: 'in' }, open?.incoming.bytes ?? 0);
    this.set({ direction: 'out' }, open?.outgoing.bytes ?? 0);
  },
});

/** From now on the metrics tell what this server has open. A process has one. */
export function measureOpen(work: OpenWork): void {
  open = work;
}

/** Counts one answered request. `route` is the pattern, never the path: paths are without number. */
export function countHttpRequest(method: string, route: string, status: number, durationMs: number): void {
  requests.inc({ method, route, status });
  duration.observe({ method, route }, durationMs / 1000);
}
