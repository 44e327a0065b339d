import type { Transaction } from '@chat/persistence';
import { isRead, isReceived, readStateJoins } from '../read-state/read-state.js';

/** Readers times messages that are looked at; larger moves leave what is unread as it is. */
const MAX_PAIRS = 50_000;

/** Ids of two streams. */
interface Way {
  readonly from: number;
  readonly to: number;
}

/**
 * Nothing is unread in a stream that one is not in: what was moved to such a stream is read. So is what was moved from a stream that
 * one has just left, before anybody could mark it there. Answers who had what not read, for the caller to tell: nobody would
 * tell later, when it goes out of sight or comes back. A row per user and message that was unread: such moves are rare.
 * After the move, behind the realm's lock; ids ascending.
 */
export async function markReadWhereLeft(
  tx: Transaction,
  messageIds: readonly number[],
  way: Way,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const byUser = new Map<number, number[]>();
  const readers = await readersWhoLeft(tx, messageIds[0] as number, way);
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
    const known = byUser.get(userId);
    if (known) known.push(messageId);
    else byUser.set(userId, [messageId]);
  }
  return byUser;
}

interface ReaderWhoLeft {
  readonly userId: number;
  /** The last message that is read for that; null: all. */
  readonly upTo: number | null;
}

/** Users who received the messages and left their stream, or are not subscribed to the new one. */
async function readersWhoLeft(tx: Transaction, firstMessageId: number, { from, to }: Way): Promise<ReaderWhoLeft[]> {
  return tx.query<ReaderWhoLeft>(
    `SELECT i.user_id AS "userId", CASE WHEN u.user_id IS NOT NULL THEN max(i.until_message_id) END AS "upTo"
     FROM subscription_intervals i
     LEFT JOIN subscriptions u ON u.stream_id = $2 AND u.user_id = i.user_id AND u.is_active
     WHERE i.stream_id = $1 AND NOT i.is_shown AND (i.until_message_id IS NULL OR i.until_message_id >= $3)
       AND (u.user_id IS NULL OR i.until_message_id IS NOT NULL)
     GROUP BY i.user_id, u.user_id ORDER BY i.user_id`,
    [from, to, firstMessageId],
  );
}
