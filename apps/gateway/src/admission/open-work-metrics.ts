import type { HealthServer } from '@chat/service-kit';
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

const openCalls = new Gauge({
  name: 'chat_http_calls',
  help: 'Open HTTP calls: in flight, or waiting as long polls.',
  labelNames: ['state'] as const,
});
const callLimit = new Gauge({
  name: 'chat_http_call_limit',
  help: 'Limit of ordinary calls in flight; less than MAX_CALLS_IN_FLIGHT under overload.',
});
const connections = new Gauge({ name: 'chat_http_connections', help: 'Open connections of clients.' });
const transferBytes = new Gauge({
  name: 'chat_http_transfer_bytes',
  help: 'Bytes of requests that have not arrived completely, and of responses that clients have not received.',
  labelNames: ['direction'] as const,
});

/** Measures the open work of the one server of this process. */
export function measureOpenWork(health: HealthServer, { calls, loadShedding, incoming, outgoing }: OpenWork): void {
  health.addMeasurement('open work', async () => {
    openCalls.set({ state: 'in flight' }, calls.count);
    openCalls.set({ state: 'waiting' }, calls.waitingCount);
    callLimit.set(calls.limit);
    connections.set(loadShedding.count);
    transferBytes.set({ direction: 'in' }, incoming.bytes);
    transferBytes.set({ direction: 'out' }, outgoing.bytes);
  });
}
