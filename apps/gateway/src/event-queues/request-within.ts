import type { RequestClass, ServiceRequest } from '@chat/contracts';
import { REQUEST_TIMEOUT_MS, type RequestContext } from '@chat/redis-rpc';

/** Nothing else of what is handed over as a context, such as a call's own deadline. */
export const requestContextOf = ({ realmId, requestId, asOf, traceparent }: RequestContext): RequestContext => ({
  realmId,
  requestId,
  asOf,
  traceparent,
});

/**
 * The context of a request that gets its own time and no more, though the call may have more left: what is lost on the way must leave
 * time for another try.
 */
export const requestWithin = <Request extends ServiceRequest<unknown>>(
  context: RequestContext,
  { timeoutMs = REQUEST_TIMEOUT_MS }: RequestClass<Request>,
  nowMs: number,
  giveUpAtMs: number,
): RequestContext => ({ ...requestContextOf(context), deadlineMs: Math.min(nowMs + timeoutMs, giveUpAtMs) });
