import type { Transaction } from '@chat/persistence';
import type { RealmUsers } from '../projections/realm-users.js';

export interface Subscribed {
  readonly userId: number;
  readonly streamId: number;
}

/** Active subscribers of each stream, ascending. Deactivated users have subscriptions but are not listed. */
export async function readSubscribers(
  tx: Pick<Transaction, 'query'>,
  streamIds: readonly number[],
  users: RealmUsers,
): Promise<Map<number, number[]>> {
  const rows = await tx.query<{ streamId: number; userIds: number[] }>(
    `SELECT stream_id AS "streamId", array_agg(user_id ORDER BY user_id) AS "userIds"
     FROM subscriptions WHERE stream_id = ANY ($1) AND is_active GROUP BY stream_id`,
    [streamIds],
  );
  const isListed = (userId: number) => users.get(userId)?.isActive !== false;
  return new Map(rows.map((row) => [row.streamId, row.userIds.filter(isListed)]));
}
