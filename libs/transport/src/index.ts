/**
 * What links the services: requests over Redis lists (`rpc/`), the log of domain events (`log/`), and how the large state of a
 * registration is written as text (`state-text/`).
 *
 * Connections reconnect for ever by themselves. Everything here that was started must be closed; closing finishes what
 * was taken. Nothing here retries a request: only its caller knows whether that is safe.
 */
export { DomainEventConsumer, type DomainEventConsumerOptions } from './log/domain-event-consumer.js';
export { type AppendOutcome, DomainEventLog, type SequencedEvent } from './log/domain-event-log.js';
export {
  factsKey,
  factsTailKey,
  headField,
  headsKey,
  LOG_PARTITIONS,
  logKey,
  partitionOf,
  tailKey,
} from './log/keys.js';
export { decodeLogEntry, type RawLogEntry } from './log/log-entry.js';
export { isAtLeast, type LogPosition, parseLogPosition } from './log/log-position.js';
export { type LogListener, LogReader } from './log/log-reader.js';
export { millisecondsBehind } from './log/milliseconds-behind.js';
export { RealmProjection, type RealmProjectionOptions } from './log/realm-projection.js';
export { BrokerClock } from './redis/broker-clock.js';
export { type ConnectionLogger, type ConnectOptions, connectRedis } from './redis/connect.js';
export { giveUp, isAway } from './redis/give-up.js';
export { RedisScript } from './redis/run-script.js';
export { untilAnswered } from './redis/until-answered.js';
export { PassErrorsFilter } from './rpc/api-error.filter.js';
export { CALL_WINDOW_MS, type SendCondition, type Taken } from './rpc/conditional-push.js';
export { MAX_IN_FLIGHT_PER_REPLICA, REQUEST_TIMEOUT_MS, requestList } from './rpc/limits.js';
export { JsonText, REPLIED, type ReplyPacket } from './rpc/packets.js';
export { NotSent, RedisTransportClient } from './rpc/redis-transport-client.js';
export { RedisTransportServer, RpcContext, type TransportServerOptions } from './rpc/redis-transport-server.js';
export type { RequestContext } from './rpc/request-context.js';
export type { RequestTracing, StepOutcome, TracedStep } from './rpc/request-tracing.js';
export { RequestValidationPipe } from './rpc/request-validation.pipe.js';
export { StandingWait } from './rpc/standing-wait.js';
export { readStateText, type SharedText, type StateText } from './state-text/read-state-text.js';
export { registerStateText, SharedList } from './state-text/register-state-text.js';
export { TextBlock } from './state-text/text-block.js';
