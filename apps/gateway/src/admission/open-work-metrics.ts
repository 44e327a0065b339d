import { Gauge } from 'prom-client';
import type { CallSlots } from './call-slots.js';
import type { LoadShedding } from './load-shedding.js';
import type { Transfers } from './transfers.js';

/** What a server has open. */
interface OpenWork {
  readonly calls: CallSlots;
  readonly loadShedding: LoadShedding;
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
    this.set(open?.loadShedding.count ?? 0);
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
