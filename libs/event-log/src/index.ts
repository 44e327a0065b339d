/** The log of domain events: the outbox that feeds it, and consumers and projections that follow it. See the README. */
export { DomainEventConsumer } from './consumers/domain-event-consumer.js';
export { DomainEventLog, readLogEpoch } from './log/domain-event-log.js';
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
export { LogBegan } from './log/log-began.js';
export { decodeLogEntry, isAtLeast, parseLogPosition, type RawLogEntry } from './log/log-entry.js';
export { LogReader, millisecondsBehind, readTail } from './log/log-reader.js';
export { lostTails } from './outbox/lost-tails.js';
export { type CommittedEvents, Outbox } from './outbox/outbox.js';
export { OutboxSweeper } from './outbox/outbox-sweeper.js';
export { eventIdentity, OUTBOX_IDENTITIES, OUTBOX_TABLES } from './outbox/outbox-tables.js';
export { RealmProjection } from './projections/realm-projection.js';
