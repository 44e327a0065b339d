import { historyScope, type StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { recordRemovedStars, type StarredMessage } from '../messages/record-events.js';
import type { RealmUsers } from '../projections/realm-users.js';
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

type StarInStream = StarredMessage &
  Pick<StreamRecord, 'isPrivate' | 'isWebPublic' | 'isHistoryPublicToSubscribers'> & {
    readonly isSubscribed: boolean;
    readonly wasSubscribed: boolean;
  };

/** Removes stars of moved messages from users that do not see the new place, and publishes it. */
export async function removeInvisibleStars(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
  users: RealmUsers,
): Promise<void> {
  const stars = await tx.query<StarInStream>(
    `SELECT f.user_id AS "userId", f.message_id AS "messageId", s.is_private AS "isPrivate",
       s.is_web_public AS "isWebPublic", s.is_history_public AS "isHistoryPublicToSubscribers",
       u.user_id IS NOT NULL AS "isSubscribed", EXISTS (SELECT 1 FROM subscription_intervals i
         WHERE i.stream_id = s.id AND i.user_id = f.user_id AND m.id > i.since_message_id
           AND (i.until_message_id IS NULL OR m.id <= i.until_message_id)) AS "wasSubscribed"
     FROM message_flags f JOIN messages m ON m.id = f.message_id JOIN streams s ON s.id = m.stream_id
     LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = f.user_id AND u.is_active
     WHERE f.message_id = ANY ($1) AND f.is_starred ORDER BY f.user_id, f.message_id`,
    [messageIds],
  );
  const invisible = stars.filter((star) => {
    const scope = historyScope(users.get(star.userId) ?? null, star, star.isSubscribed);
    return scope === 'none' || (scope === 'subscribed-intervals' && !star.wasSubscribed);
  });
  if (invisible.length === 0) return;
  const invisibleIds = invisible.map(({ messageId }) => messageId);
  await tx.query(
    `UPDATE message_flags f SET is_starred = false FROM unnest($1::bigint[], $2::bigint[]) AS gone (user_id, message_id)
     WHERE f.user_id = gone.user_id AND f.message_id = gone.message_id`,
    [invisible.map(({ userId }) => userId), invisibleIds],
  );
  await tx.query(
    `DELETE FROM message_flags WHERE message_id = ANY ($1) AND is_read IS NULL AND NOT is_starred AND NOT is_collapsed`,
    [invisibleIds],
  );
  recordRemovedStars(tx, realmId, invisible);
}
