import type { Queryable } from '@chat/persistence';
import type { RealmUsers } from '../projections/realm-users.js';

export interface Subscribed {
  readonly userId: number;
  readonly streamId: number;
}

/** Subscribers of each stream, ascending, including deactivated users. */
export async function readSubscriberIds(
  queryable: Pick<Queryable, 'query'>,
  streamIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await queryable.query<{ streamId: number; userIds: number[] }>(
    `SELECT stream_id AS "streamId", array_agg(user_id ORDER BY user_id) AS "userIds"
     FROM subscriptions WHERE stream_id = ANY ($1) AND is_active GROUP BY stream_id`,
    [streamIds],
  );
  return new Map(rows.map(({ streamId, userIds }) => [streamId, userIds]));
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
