import { historyScope, type StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { recordRemovedStars, type StarredMessage } from '../messages/record-events.js';
import type { RealmUsers } from '../projections/realm-users.js';

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
