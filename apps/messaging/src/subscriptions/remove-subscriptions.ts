import { MAX_SUBSCRIPTIONS_PER_EVENT, type StreamRecord, SubscriptionsRemoved } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { greatestMessageId } from '../message-order/message-ids.js';
import { inParts } from '../messages/record-events.js';
import type { RealmUsers } from '../projections/realm-users.js';
import type { Subscribed } from '../stream-records/stream-records.repository.js';
import { archiveStream } from '../streams/streams.repository.js';

export interface RemovedSubscriptions {
  readonly removed: readonly Subscribed[];
  /** Private streams that have no active subscriber left. */
  readonly archivedStreamIds: readonly number[];
}

/**
 * Ends the users' subscriptions to the streams, publishes it and returns the ended subscriptions. The caller holds the realm lock. A private
 * stream without an active subscriber could never be joined again, so it is archived.
 */
export async function removeSubscriptions(
  tx: Transaction,
  realmId: number,
  userIds: readonly number[],
  streams: readonly StreamRecord[],
  users: RealmUsers,
): Promise<RemovedSubscriptions> {
  const until = await greatestMessageId(tx, realmId);
  const removed = await tx.query<Subscribed>(
    `WITH removed AS (
       UPDATE subscriptions SET is_active = false, left_up_to = $3
       WHERE stream_id = ANY ($1) AND user_id = ANY ($2) AND is_active
       RETURNING user_id, stream_id
     ), closed AS (
       UPDATE subscription_intervals i SET until_message_id = greatest(i.since_message_id, $3)
       FROM removed r
       WHERE i.stream_id = r.stream_id AND i.user_id = r.user_id AND i.until_message_id IS NULL
     )
     SELECT user_id AS "userId", stream_id AS "streamId" FROM removed ORDER BY stream_id, user_id`,
    [streams.map((stream) => stream.streamId), userIds, until],
  );
  if (removed.length === 0) return { removed, archivedStreamIds: [] };
  const left = new Set(removed.map(({ streamId }) => streamId));
  const touched = streams.filter((stream) => left.has(stream.streamId));
  const remaining = await readRemaining(tx, touched, users.guestIds());
  for (const part of inParts(removed, MAX_SUBSCRIPTIONS_PER_EVENT)) {
    const streamIds = new Set(part.map(({ streamId }) => streamId));
    tx.record(
      realmId,
      SubscriptionsRemoved.of({
        removed: part,
        streams: touched.filter((stream) => streamIds.has(stream.streamId)).map(withReceivers(remaining)),
      }),
    );
  }
  const hasActiveSubscriber = ({ streamId }: StreamRecord) =>
    (remaining.get(streamId) ?? []).some((userId) => users.get(userId)?.isActive);
  const abandoned = touched.filter((stream) => stream.isPrivate && !hasActiveSubscriber(stream));
  for (const stream of abandoned) await archiveStream(tx, realmId, stream);
  return { removed, archivedStreamIds: abandoned.map(({ streamId }) => streamId) };
}

/** A stream as events have it, with its `readRemaining`; null for a public stream without subscribed guests. */
export const withReceivers = (remaining: ReadonlyMap<number, readonly number[]>) => (stream: StreamRecord) => ({
  stream,
  subscriberIds: remaining.get(stream.streamId) ?? (stream.isPrivate ? [] : null),
});

/** Subscribers of each private stream, and guests among the subscribers of each public one. */
export async function readRemaining(tx: Transaction, streams: readonly StreamRecord[], guestIds: readonly number[]) {
  const rows = await tx.query<{ streamId: number; userIds: number[] }>(
    `SELECT u.stream_id AS "streamId", array_agg(u.user_id ORDER BY u.user_id) AS "userIds"
     FROM subscriptions u JOIN streams s ON s.id = u.stream_id
     WHERE u.stream_id = ANY ($1) AND u.is_active AND (s.is_private OR u.user_id = ANY ($2)) GROUP BY u.stream_id`,
    [streams.map((stream) => stream.streamId), guestIds],
  );
  return new Map(rows.map((row) => [row.streamId, row.userIds]));
}
