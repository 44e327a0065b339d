/** Requests and replies between services over Redis lists, as a NestJS transport. See the README for its guarantees. */
export { PassErrorsFilter } from './api-error.filter.js';
export { MAX_IN_FLIGHT_PER_REPLICA, REQUEST_TIMEOUT_MS, requestList } from './limits.js';
export { JsonText } from './packets.js';
export { RedisTransportClient } from './redis-transport-client.js';
export { type EventHandler, RedisTransportServer, type TransportServerOptions } from './redis-transport-server.js';
export { type RequestContext, RpcContext } from './request-context.js';
export type { RequestTracing, StepOutcome, TracedStep } from './request-tracing.js';
export { RequestValidationPipe } from './request-validation.pipe.js';
export { StandingWait } from './standing-wait.js';
