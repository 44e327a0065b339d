import { domainEvent } from '@chat/contracts';

export interface LogBeganPayload {
  /** Number of the epoch; rises with each epoch of a partition. */
  readonly epoch: number;
}

/**
 * Marks the beginning of an epoch in the log of a realm, in both streams: the log of `service` lost events, or contains events that
 * PostgreSQL lost. A follower discards the data of the realm that it derived from `service`. The mark has the sequence of the event before
 * the next one, which may be below earlier ones.
 */
export const LogBegan = domainEvent<LogBeganPayload>()('log.began');
