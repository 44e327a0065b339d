import { MAX_SUBSCRIPTIONS_PER_EVENT, type StreamRecord, SubscriptionsRemoved } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { greatestMessageId } from '../realm-lock.js';
import { archiveStream } from '../streams/archive-streams.js';
import { readSubscribers, type Subscribed } from './add-subscriptions.js';

/**
 * Ends the users' subscriptions to the streams, records it, and answers which there were. A private stream in which nobody is
 * left could never be entered again: it is archived. Behind the realm's lock.
 */
export async function removeSubscriptions(
  tx: Transaction,
  realmId: number,
  userIds: readonly number[],
  streams: readonly StreamRecord[],
): Promise<Subscribed[]> {
  const until = await greatestMessageId(tx, realmId);
  const removed = await tx.query<Subscribed>(
    `WITH removed AS (
       UPDATE subscriptions SET is_active = false
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
  if (removed.length === 0) return [];
  const left = new Set(removed.map(({ streamId }) => streamId));
  const touched = streams.filter((stream) => left.has(stream.streamId));
  const privateIds = touched.filter((stream) => stream.isPrivate).map((stream) => stream.streamId);
  const remaining = privateIds.length > 0 ? await readSubscribers(tx, privateIds) : new Map<number, number[]>();
  for (let from = 0; from < removed.length; from += MAX_SUBSCRIPTIONS_PER_EVENT) {
    const part = removed.slice(from, from + MAX_SUBSCRIPTIONS_PER_EVENT);
    const streamIds = new Set(part.map(({ streamId }) => streamId));
    tx.record(
      realmId,
      SubscriptionsRemoved.of({
        removed: part,
        streams: touched
          .filter((stream) => streamIds.has(stream.streamId))
          .map((stream) => ({
            stream,
            subscriberIds: stream.isPrivate ? (remaining.get(stream.streamId) ?? []) : null,
          })),
      }),
    );
  }
  for (const stream of touched) {
    if (stream.isPrivate && !remaining.get(stream.streamId)?.length) await archiveStream(tx, realmId, stream);
  }
  return removed;
}
