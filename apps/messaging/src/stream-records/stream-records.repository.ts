import type { StreamRecord } from '@chat/contracts';
import { type Queryable, selectedColumns } from '@chat/persistence';
import type { RealmUsers } from '../projections/realm-users.js';
import { StreamEntity } from './stream.entity.js';

/** The realm's active streams with these folded names. */
export const readStreamsByKey = (queryable: Queryable, realmId: number, keys: readonly string[]) =>
  queryable.query<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM streams s
     WHERE s.realm_id = $1 AND s.name_key = ANY ($2) AND s.archived_at IS NULL ORDER BY s.id`,
    // PostgreSQL takes no null bytes, and no name has any.
    [realmId, keys.filter((key) => !key.includes('\0'))],
  );

/** The realm's active streams among these ids. */
export const readStreamsById = (queryable: Queryable, realmId: number, streamIds: readonly number[]) =>
  queryable.query<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM streams s
     WHERE s.realm_id = $1 AND s.id = ANY ($2) AND s.archived_at IS NULL ORDER BY s.id`,
    [realmId, streamIds],
  );

export async function readStream(queryable: Queryable, realmId: number, streamId: number) {
  const [stream] = await queryable.query<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM streams s WHERE s.realm_id = $1 AND s.id = $2 AND s.archived_at IS NULL`,
    [realmId, streamId],
  );
  return stream;
}

/** The realm's active streams, and whether the user is subscribed to each. */
export const readStreamsWithSubscription = (queryable: Queryable, realmId: number, userId: number) =>
  queryable.query<StreamRecord & { isSubscribed: boolean }>(
    `SELECT ${STREAM_COLUMNS}, u.user_id IS NOT NULL AS "isSubscribed"
     FROM streams s LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = $2 AND u.is_active
     WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.id`,
    [realmId, userId],
  );

/** The active streams that the user is subscribed to. */
export const readSubscribedStreams = (queryable: Queryable, realmId: number, userId: number) =>
  queryable.query<StreamRecord>(
    `SELECT ${STREAM_COLUMNS} FROM subscriptions u JOIN streams s ON s.id = u.stream_id
     WHERE u.user_id = $1 AND u.is_active AND s.realm_id = $2 AND s.archived_at IS NULL ORDER BY s.id`,
    [userId, realmId],
  );

/** SELECT list of a `StreamRecord` from the table `streams AS s`, for hot paths, joins and the RETURNING of writes. */
export const STREAM_COLUMNS = `
  ${selectedColumns(StreamEntity, 's', ['realmId', 'nameKey', 'creatorId', 'createdAt', 'archivedAt'])},
  floor(extract(epoch FROM s.created_at))::bigint AS "createdAtSeconds"`;

/** The properties of a stream that determine its visibility. */
export const streamOf = (stream: StreamRecord) => ({
  streamId: stream.streamId,
  name: stream.name,
  isPrivate: stream.isPrivate,
  isWebPublic: stream.isWebPublic,
  isHistoryPublicToSubscribers: stream.isHistoryPublicToSubscribers,
});

export interface Subscribed {
  readonly userId: number;
  readonly streamId: number;
}

/** Subscribers of each stream, ascending, including deactivated users. */
export async function readSubscriberIds(queryable: Pick<Queryable, 'query'>, streamIds: readonly number[]) {
  const rows = await queryable.query<{ streamId: number; userIds: number[] }>(
    `SELECT stream_id AS "streamId", array_agg(user_id ORDER BY user_id) AS "userIds"
     FROM subscriptions WHERE stream_id = ANY ($1) AND is_active GROUP BY stream_id`,
    [streamIds],
  );
  return new Map(rows.map(({ streamId, userIds }) => [streamId, userIds]));
}

/** The number of listed subscribers of each active stream of the realm. */
export async function countSubscribers(queryable: Pick<Queryable, 'query'>, realmId: number, users: RealmUsers) {
  const rows = await queryable.query<{ streamId: number; count: number }>(
    `SELECT u.stream_id AS "streamId", count(*)::integer AS count
     FROM subscriptions u JOIN streams s ON s.id = u.stream_id
     WHERE s.realm_id = $1 AND s.archived_at IS NULL AND u.is_active AND u.user_id <> ALL ($2)
     GROUP BY u.stream_id`,
    [realmId, users.deactivatedIds()],
  );
  return new Map(rows.map(({ streamId, count }) => [streamId, count]));
}

/** Listed subscribers of each stream, ascending. Deactivated users keep their subscriptions but are not listed. */
export async function readSubscribers(
  queryable: Pick<Queryable, 'query'>,
  streamIds: readonly number[],
  users: RealmUsers,
): Promise<Map<number, number[]>> {
  const subscribers = await readSubscriberIds(queryable, streamIds);
  const isListed = (userId: number) => users.get(userId)?.isActive !== false;
  return new Map([...subscribers].map(([streamId, userIds]) => [streamId, userIds.filter(isListed)]));
}
