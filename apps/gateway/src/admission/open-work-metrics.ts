import { Gauge } from 'prom-client';
import type { CallSlots } from './call-slots.js';
import type { LoadShedding } from './load-shedding.js';
import type { Transfers } from './transfers.js';

interface OpenWork {
  readonly calls: CallSlots;
  readonly loadShedding: LoadShedding;
  readonly incoming: Transfers;
  readonly outgoing: Transfers;
}

let open: OpenWork | undefined;

new Gauge({
  name: 'chat_http_calls',
  help: 'Open HTTP calls: in flight, or waiting as long polls.',
  labelNames: ['state'] as const,
  collect() {
    this.set({ state: 'in flight' }, open?.calls.count ?? 0);
    this.set({ state: 'waiting' }, open?.calls.waitingCount ?? 0);
  },
});

new Gauge({
  name: 'chat_http_call_limit',
  help: 'Limit of ordinary calls in flight; less than MAX_CALLS_IN_FLIGHT under overload.',
  collect() {
    this.set(open?.calls.limit ?? 0);
  },
});

new Gauge({
  name: 'chat_http_connections',
  help: 'Open connections of clients.',
  collect() {
    this.set(open?.loadShedding.count ?? 0);
  },
});

new Gauge({
  name: 'chat_http_transfer_bytes',
  help: 'Bytes of requests that have not arrived completely, and of responses that clients have not received.',
  labelNames: ['direction'] as const,
  collect() {
    this.set({ direction: 'in' }, open?.incoming.bytes ?? 0);
    this.set({ direction: 'out' }, open?.outgoing.bytes ?? 0);
  },
});

/** Makes the metrics show this server, the only one of its process. */
export function measureOpenWork(work: OpenWork): void {
  open = work;
}
