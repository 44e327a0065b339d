import { type ApiError, serviceUnavailable } from '@chat/contracts';
import { Counter } from 'prom-client';
import type { NoSlot } from './concurrency-limit.js';

/** Reason of a 503 of the gateway itself. `connections` counts connections that were closed because too many are open. */
export type SheddingReason = NoSlot | 'uploads' | 'downloads' | 'polls' | 'registrations' | 'connections';

const shedRequests = new Counter({
  name: 'chat_http_refusals_total',
  help: 'Requests (and connections) that the gateway shed because of overload, by reason.',
  labelNames: ['reason'] as const,
});

export const countShedRequest = (reason: SheddingReason): void => shedRequests.inc({ reason });

/** Service name for the 503 message, by reason. */
const SERVICE_OF_REASON: Partial<Record<SheddingReason, string>> = {
  uploads: 'upload',
  downloads: 'download',
  polls: 'events',
};

/** Counts a shed request and returns its error. */
export function sheddingError(reason: SheddingReason, retryAfterSeconds?: number): ApiError {
  countShedRequest(reason);
  return serviceUnavailable(SERVICE_OF_REASON[reason] ?? 'gateway', 'unknown', retryAfterSeconds);
}
