/** The log of domain events: the outbox that feeds it, and consumers and projections that follow it. See the README. */
export { DomainEventConsumer, type DomainEventConsumerOptions } from './consumers/domain-event-consumer.js';
export { type AppendOutcome, DomainEventLog, type SequencedEvent } from './log/domain-event-log.js';
export {
  ALL_PARTITIONS,
  headField,
  headsKey,
  LOG_PARTITIONS,
  logKey,
  partitionOf,
  stateEventsKey,
  stateEventsTailKey,
  tailKey,
} from './log/keys.js';
export { decodeLogEntry, type RawLogEntry } from './log/log-entry.js';
export { isAtLeast, type LogPosition, parseLogPosition } from './log/log-position.js';
export { type LogListener, LogReader } from './log/log-reader.js';
export { millisecondsBehind } from './log/milliseconds-behind.js';
export { readTail } from './log/read-tail.js';
export { type CommittedEvents, OUTBOX_TABLES, Outbox, type SqlConnection } from './outbox/outbox.js';
export { OutboxSweeper } from './outbox/outbox-sweeper.js';
export { RealmProjection, type RealmProjectionOptions } from './projections/realm-projection.js';
