import { Counter } from 'prom-client';
import type { NoSlot } from './concurrency-limit.js';

/**
 * Reason of a 503 of the gateway itself: no slot is free (`full`), the caller holds more than its share of the slots (`share`), or too
 * many uploads or polls are open. `connections` counts connections that were closed because too many are open.
 */
export type SheddingReason = NoSlot | 'uploads' | 'polls' | 'connections';

const refusals = new Counter({
  name: 'chat_http_refusals_total',
  help: 'Requests (and connections) that the gateway itself refused because there was too much to do, by reason.',
  labelNames: ['reason'] as const,
});

export const countShedRequest = (reason: SheddingReason): void => refusals.inc({ reason });
