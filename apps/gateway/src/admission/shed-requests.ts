import { Counter } from 'prom-client';
import type { NoSlot } from './concurrency-limit.js';

/**
 * Why somebody was answered 503 by the gateway itself: there is more work than can be done in time (`full`), or the caller has more
 * of it than others (`share`); too many files are being worked on (`uploads`), polls are open (`polls`), connections are open
 * (`connections`, which are closed).
 */
export type SheddingReason = NoSlot | 'uploads' | 'polls' | 'connections';

const refusals = new Counter({
  name: 'chat_http_refusals_total',
  help: 'Requests (and connections) that the gateway itself refused because there was too much to do, by reason.',
  labelNames: ['reason'] as const,
});

export const countShedRequest = (reason: SheddingReason): void => refusals.inc({ reason });
