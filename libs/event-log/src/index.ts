/** The log of domain events: the outbox that feeds it, and consumers and projections that follow it. See the README. */
export { DomainEventConsumer } from './consumers/domain-event-consumer.js';
export { type HandledWait, waitUntilHandled } from './consumers/wait-until-handled.js';
export { appendUnstored } from './log/append-unstored.js';
export { DomainEventLog } from './log/domain-event-log.js';
export { LogBegan } from './log/log-began.js';
export { readLogEpoch } from './log/log-ends.js';
export { LogReader, millisecondsBehind, readTail } from './log/log-reader.js';
export {
  ALL_PARTITIONS,
  consumerEventsKey,
  decodeLogEntry,
  headField,
  headsKey,
  isAtLeast,
  LOG_PARTITIONS,
  logKey,
  parseLogPosition,
  partitionOf,
  type RawLogEntry,
  stateEventsKey,
  stateEventsTailKey,
  tailKey,
} from './log/stored-log.js';
export { eventInsertions } from './outbox/insert-events.js';
export { lostTails } from './outbox/lost-tails.js';
export { type CommittedEvents, Outbox } from './outbox/outbox.js';
export { OutboxSweeper } from './outbox/outbox-sweeper.js';
export { eventIdentity, OUTBOX_IDENTITIES, OUTBOX_TABLES } from './outbox/outbox-tables.js';
export { RealmProjection } from './projections/realm-projection.js';
export { EventShardHolders } from './queues/event-shard-holders.js';
