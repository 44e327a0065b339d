import { badRequest, type StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** Subscribers times messages that are to be shown: a row each, at worst. */
const MAX_SHOWN = 250_000;

/**
 * Shows messages that were moved to a private stream without public history to those who are subscribed there now, though they came
 * to the stream after the messages were sent. Who comes later does not see them, unless they had been there at that time. But who is in
 * both streams, and did not see a message where it was, does not see it now. What was sent here once, moved away and comes back is read
 * by those who did not have it then. After the move, behind the realm's lock.
 *
 * They get intervals that cover those messages and, of the stream's own, no other: one for as many as follow each other, since a page
 * of the stream is read interval by interval.
 */
export async function showWhereMoved(
  tx: Transaction,
  messageIds: readonly number[],
  from: StreamRecord,
  to: StreamRecord,
): Promise<void> {
  if (from.streamId === to.streamId || !isForWitnesses(to)) return;
  const shown = await tx.query(
    `WITH moved AS MATERIALIZED (
       SELECT m.id, m.place, m.previous, m.is_back, (
           SELECT o.id FROM messages o WHERE (o.recipient_id, o.id) > ($6, m.previous) ORDER BY o.recipient_id, o.id LIMIT 1
         ) <> m.id OR EXISTS (
           SELECT 1 FROM messages o WHERE o.read_recipient_id = $6 AND o.id > m.previous AND o.id < m.id) AS is_apart
       FROM (
         SELECT id, coalesce(read_recipient_id, recipient_id) = recipient_id AS is_back,
           row_number() OVER by_id AS place, lag(id) OVER by_id AS previous
         FROM messages WHERE id = ANY ($2) WINDOW by_id AS (ORDER BY id)) AS m
     ), shown AS MATERIALIZED (
       SELECT u.user_id, m.* FROM subscriptions u CROSS JOIN moved m
       WHERE u.stream_id = $1 AND u.is_active AND NOT ${wasThere('u.user_id', '$1')}
         AND (NOT $4 OR ${wasThere('u.user_id', '$3')} OR NOT EXISTS (
           SELECT 1 FROM subscriptions f WHERE f.stream_id = $3 AND f.user_id = u.user_id AND f.is_active))
       LIMIT $5
     ), beginnings AS (
       SELECT user_id, id, is_apart OR lag(place) OVER (PARTITION BY user_id ORDER BY id) IS DISTINCT FROM place - 1
         OR EXISTS (SELECT 1 FROM subscription_intervals i WHERE i.stream_id = $1 AND i.user_id = shown.user_id
           AND i.since_message_id < shown.id AND i.until_message_id > shown.previous) AS is_beginning
       FROM shown
     ), added AS (
       INSERT INTO subscription_intervals AS i (stream_id, user_id, since_message_id, until_message_id)
       SELECT $1, user_id, min(id) - 1, max(id)
       FROM (SELECT *, count(*) FILTER (WHERE is_beginning) OVER (PARTITION BY user_id ORDER BY id) AS run
         FROM beginnings) AS runs
       GROUP BY user_id, run
       ON CONFLICT (stream_id, user_id, since_message_id)
       DO UPDATE SET until_message_id = greatest(i.until_message_id, excluded.until_message_id)
     ), read AS (
       INSERT INTO message_flags (user_id, message_id, is_read) SELECT user_id, id, true FROM shown WHERE is_back
       ON CONFLICT (user_id, message_id) DO UPDATE SET is_read = true
     )
     SELECT 1 FROM shown`,
    [to.streamId, messageIds, from.streamId, isForWitnesses(from), MAX_SHOWN + 1, to.recipientId],
  );
  if (shown.length > MAX_SHOWN) {
    throw badRequest('Too many messages to move at once to a stream with so many subscribers and protected history');
  }
}

const isForWitnesses = (stream: StreamRecord): boolean => stream.isPrivate && !stream.isHistoryPublicToSubscribers;

const wasThere = (user: string, stream: string): string => `EXISTS (
  SELECT 1 FROM subscription_intervals w WHERE w.stream_id = ${stream} AND w.user_id = ${user}
    AND m.id > w.since_message_id AND (w.until_message_id IS NULL OR m.id <= w.until_message_id))`;
