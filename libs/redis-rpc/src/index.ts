/** Requests and replies between services over Redis lists. See the README for the guarantees. */
export { apiErrorOf } from './api-error-of.js';
export { MAX_IN_FLIGHT_PER_REPLICA, requestList } from './limits.js';
export { JsonText } from './packets.js';
export { RedisTransportClient } from './redis-transport-client.js';
export { RedisTransportServer } from './redis-transport-server.js';
export type { RequestContext } from './request-context.js';
export { RequestValidationPipe, RpcContext } from './request-executor.js';
export type { RequestTracing, StepOutcome, TracedStep } from './tracing.js';
