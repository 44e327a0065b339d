import type { StreamRecord, SubscriptionSettings } from '@chat/contracts';
import type { Queryable } from '../access/access.js';
import { STREAM_COLUMNS } from '../streams/stream-row.js';
import { SETTINGS_COLUMNS } from './subscription-row.js';

/** A user's subscription, present or past, with its stream. */
export interface OwnSubscription {
  readonly stream: StreamRecord;
  readonly settings: SubscriptionSettings;
  readonly isActive: boolean;
}

/** The user's subscriptions to active streams, ended ones too, by name of the stream. One query. */
export async function readOwnSubscriptions(
  queryable: Queryable,
  realmId: number,
  userId: number,
): Promise<OwnSubscription[]> {
  const rows = await queryable.query<StreamRecord & SubscriptionSettings & { isActive: boolean }>(
    `SELECT ${STREAM_COLUMNS}, ${SETTINGS_COLUMNS}, u.is_active AS "isActive"
     FROM subscriptions u JOIN streams s ON s.id = u.stream_id
     WHERE u.user_id = $1 AND s.realm_id = $2 AND s.archived_at IS NULL ORDER BY s.name_key, s.id`,
    [userId, realmId],
  );
  return rows.map(
    ({
      isActive,
      color,
      isMuted,
      pinToTop,
      desktopNotifications,
      emailNotifications,
      pushNotifications,
      audibleNotifications,
      wildcardMentionsNotify,
      ...stream
    }) => ({
      isActive,
      stream,
      settings: {
        color,
        isMuted,
        pinToTop,
        desktopNotifications,
        emailNotifications,
        pushNotifications,
        audibleNotifications,
        wildcardMentionsNotify,
      },
    }),
  );
}
