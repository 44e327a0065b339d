import type { Transaction } from '@chat/persistence';
import type { UnreadMessage } from '../read-state/unread-messages.js';

/** Messages examined per watermark and request. The next request continues. */
const LOOK_AHEAD = 2_000;
/** Topics with watermarks that one request advances. */
const MAX_TOPICS = 50;

type Scope = Pick<UnreadMessage, 'scopeRecipientId' | 'scopeTopicKey'>;

/**
 * Turns exceptions into watermarks: a watermark rises over messages that are read, and the exceptions below it are deleted. The read
 * state does not change. An active reader then costs a row per topic, not per message.
 */
export async function advanceWatermarks(tx: Transaction, userId: number, scopes: readonly Scope[]): Promise<void> {
  const topics = new Map(scopes.map((scope) => [`${scope.scopeRecipientId} ${scope.scopeTopicKey}`, scope]));
  for (const scope of [...topics.values()].slice(0, MAX_TOPICS)) {
    if (scope.scopeTopicKey !== '') await advance(tx, userId, scope.scopeRecipientId, scope.scopeTopicKey);
  }
  const recipients = new Set(scopes.map((scope) => scope.scopeRecipientId));
  for (const recipientId of [...recipients].slice(0, MAX_TOPICS)) await advance(tx, userId, recipientId, null);
}

/** `topicKey` null: the watermark of the whole stream or conversation. */
async function advance(tx: Transaction, userId: number, recipientId: number, topicKey: string | null): Promise<void> {
  // Row comparison, as in message-order/message-ids.ts.
  const here =
    topicKey === null
      ? { columns: 'm.recipient_id', place: '$2::bigint' }
      : { columns: 'm.recipient_id, m.topic_key', place: '$2::bigint, $3::text' };
  const moved = topicKey === null ? '' : 'AND m.read_topic_key = $3';
  await tx.query(
    `WITH marks AS (
       SELECT greatest(max(read_up_to), 0, (
         SELECT min(i.since_message_id) FROM streams s JOIN subscription_intervals i ON i.stream_id = s.id
         WHERE s.recipient_id = $2 AND i.user_id = $1)) AS up_to
       FROM read_watermarks
       WHERE user_id = $1 AND (recipient_id = $2 AND is_whole_recipient OR recipient_id = 0
         OR recipient_id = $2 AND NOT is_whole_recipient AND topic_key = $3)
     ), ahead AS (
       SELECT * FROM (
         (SELECT m.id, m.sender_id, m.is_read_by_sender, m.topic_key AS scope_key FROM messages m
          WHERE (${here.columns}, m.id) > (${here.place}, (SELECT up_to FROM marks))
            AND (${here.columns}, m.id) <= (${here.place}, 9223372036854775807)
            ${topicKey === null ? '' : 'AND m.stream_id IS NOT NULL'} AND m.read_recipient_id IS NULL
          ORDER BY ${here.columns}, m.id LIMIT $4)
         UNION ALL
         (SELECT m.id, m.sender_id, m.is_read_by_sender, m.read_topic_key AS scope_key FROM messages m
          WHERE m.read_recipient_id = $2 ${moved} AND m.id > (SELECT up_to FROM marks)
          ORDER BY m.id LIMIT $4)
       ) AS both_kinds ORDER BY id LIMIT $4
     ), judged AS (
       SELECT ahead.id, f.is_read IS NOT NULL
         OR (ahead.sender_id = $1 AND ahead.is_read_by_sender)
         OR EXISTS (SELECT 1 FROM read_watermarks w WHERE w.user_id = $1 AND w.recipient_id = $2
           AND NOT w.is_whole_recipient AND w.topic_key = ahead.scope_key AND w.read_up_to >= ahead.id)
         OR EXISTS (SELECT 1 FROM streams s WHERE s.recipient_id = $2 AND NOT EXISTS (
           SELECT 1 FROM subscription_intervals i WHERE i.stream_id = s.id AND i.user_id = $1
             AND ahead.id > i.since_message_id AND (i.until_message_id IS NULL OR ahead.id <= i.until_message_id)))
         AS is_settled
       FROM ahead LEFT JOIN message_flags f ON f.user_id = $1 AND f.message_id = ahead.id
     ), reached AS (
       SELECT coalesce(min(id) FILTER (WHERE NOT is_settled) - 1, max(id)) AS up_to FROM judged
     ), raised AS (
       INSERT INTO read_watermarks AS w (user_id, recipient_id, is_whole_recipient, topic_key, read_up_to)
       SELECT $1, $2, $5, coalesce($3, ''), reached.up_to FROM reached, marks WHERE reached.up_to > marks.up_to
       ON CONFLICT (user_id, recipient_id, is_whole_recipient, topic_key)
       DO UPDATE SET read_up_to = greatest(w.read_up_to, excluded.read_up_to)
       RETURNING read_up_to
     ), emptied AS (
       DELETE FROM message_flags f USING judged, raised
       WHERE f.user_id = $1 AND f.message_id = judged.id AND judged.id <= raised.read_up_to AND f.is_read
         AND NOT f.is_starred AND NOT f.is_collapsed
     ), reset AS (
       UPDATE message_flags f SET is_read = NULL FROM judged, raised
       WHERE f.user_id = $1 AND f.message_id = judged.id AND judged.id <= raised.read_up_to AND f.is_read
         AND (f.is_starred OR f.is_collapsed)
     )
     DELETE FROM read_watermarks w USING raised
     WHERE $5 AND w.user_id = $1 AND w.recipient_id = $2 AND NOT w.is_whole_recipient AND w.read_up_to <= raised.read_up_to`,
    [userId, recipientId, topicKey, LOOK_AHEAD, topicKey === null],
  );
}
