import type { StreamRecord, SubscriptionSettings } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import { STREAM_COLUMNS } from '../stream-records/stream-columns.js';
import { SETTINGS_COLUMNS } from '../stream-records/subscription.entity.js';

/** A stream that a user is subscribed to. */
export interface SubscribedStream {
  readonly stream: StreamRecord;
  readonly settings: SubscriptionSettings;
}

/** The active streams that the user is subscribed to, by name. One query. */
export async function readSubscribedStreams(
  queryable: Queryable,
  realmId: number,
  userId: number,
): Promise<SubscribedStream[]> {
  const rows = await queryable.query<StreamRecord & { settings: SubscriptionSettings }>(
    `SELECT ${STREAM_COLUMNS}, (SELECT row_to_json(own) FROM (SELECT ${SETTINGS_COLUMNS}) AS own) AS settings
     FROM subscriptions u JOIN streams s ON s.id = u.stream_id
     WHERE u.user_id = $1 AND u.is_active AND s.realm_id = $2 AND s.archived_at IS NULL ORDER BY s.name_key, s.id`,
    [userId, realmId],
  );
  return rows.map(({ settings, ...stream }) => ({ stream, settings }));
}
