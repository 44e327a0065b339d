import type { StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { isRead, isReceived, readStateJoins } from '../read-state/read-state.js';

/** Ids ascending. */
export interface MovedMessages {
  readonly ids: readonly number[];
  readonly from: StreamRecord;
  readonly to: StreamRecord;
}

/** Readers times messages of one move. A larger move leaves unread messages as they are. */
const MAX_PAIRS = 50_000;

/**
 * Marks moved messages as read for users without a subscription to the new stream, and for users that have just left the old one:
 * nothing is unread in a stream without a subscription. Returns the messages that were unread, by user; the caller records them,
 * because no later event would. One row per user and unread message, because such moves are rare. Call it after the move, behind the
 * realm's lock, with ascending ids.
 */
export async function markReadWhereLeft(tx: Transaction, { ids: messageIds, from, to }: MovedMessages) {
  const byUser = new Map<number, number[]>();
  const readers = await readersWhoLeft(tx, messageIds[0] as number, from.streamId, to.streamId);
  if (readers.length === 0 || readers.length * messageIds.length > MAX_PAIRS) return byUser;
  const read = await tx.query<{ userId: number; messageId: number }>(
    `INSERT INTO message_flags (user_id, message_id, is_read)
     SELECT u.user_id, m.id, true FROM unnest($1::bigint[], $3::bigint[]) AS u (user_id, up_to)
     JOIN messages m ON m.id = ANY ($2) AND (u.up_to IS NULL OR m.id <= u.up_to)
     CROSS JOIN LATERAL (SELECT ${isReceived('u.user_id')} AS is_received) AS r
     ${readStateJoins('u.user_id')}
     WHERE NOT ${isRead('u.user_id', 'm', 'r.is_received')}
     ON CONFLICT (user_id, message_id) DO UPDATE SET is_read = true
     RETURNING user_id AS "userId", message_id AS "messageId"`,
    [readers.map(({ userId }) => userId), messageIds, readers.map(({ upTo }) => upTo)],
  );
  for (const { userId, messageId } of read) {
    const ids = byUser.get(userId) ?? [];
    ids.push(messageId);
    byUser.set(userId, ids);
  }
  return byUser;
}

/** Receivers of the messages that left their stream or are not subscribed to the new one. `upTo` null: all messages count as read. */
const readersWhoLeft = (tx: Transaction, firstMessageId: number, fromStreamId: number, toStreamId: number) =>
  tx.query<{ userId: number; upTo: number | null }>(
    `SELECT i.user_id AS "userId", CASE WHEN u.user_id IS NOT NULL THEN max(i.until_message_id) END AS "upTo"
     FROM subscription_intervals i
     LEFT JOIN subscriptions u ON u.stream_id = $2 AND u.user_id = i.user_id AND u.is_active
     WHERE i.stream_id = $1 AND NOT i.is_shown AND (i.until_message_id IS NULL OR i.until_message_id >= $3)
       AND (u.user_id IS NULL OR i.until_message_id IS NOT NULL)
     GROUP BY i.user_id, u.user_id ORDER BY i.user_id`,
    [fromStreamId, toStreamId, firstMessageId],
  );
