import type { StreamRecord, SubscriptionSettings } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { STREAM_COLUMNS } from '../streams/stream-row.js';
import { SETTINGS_COLUMNS } from '../subscriptions/subscription-row.js';

/** A stream of the realm, and how the reader stands to it. */
export interface RegisterStream {
  readonly stream: StreamRecord;
  /** Undefined: never subscribed. `isActive` false: not any more. */
  readonly own: { readonly isActive: boolean; readonly settings: SubscriptionSettings } | undefined;
}

/** The realm's active streams by name, whether or not the reader may see them. Two statements at once. */
export async function readRegisterStreams(
  tx: Transaction,
  realmId: number,
  userId: number | undefined,
): Promise<RegisterStream[]> {
  const [streams, subscriptions] = await Promise.all([
    tx.queryPrepared<StreamRecord>(
      `SELECT ${STREAM_COLUMNS} FROM streams s
       WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.name_key, s.id`,
      [realmId],
    ),
    userId === undefined
      ? []
      : tx.queryPrepared<SubscriptionSettings & { streamId: number; isActive: boolean }>(
          `SELECT u.stream_id AS "streamId", u.is_active AS "isActive", ${SETTINGS_COLUMNS}
           FROM subscriptions u WHERE u.user_id = $1`,
          [userId],
        ),
  ]);
  const own = new Map(
    subscriptions.map(({ streamId, isActive, ...settings }) => [streamId, { isActive, settings }] as const),
  );
  return streams.map((stream) => ({ stream, own: own.get(stream.streamId) }));
}
