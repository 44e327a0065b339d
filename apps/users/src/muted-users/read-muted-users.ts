import type { Transaction } from '@chat/persistence';

/** Whom the user muted, as it stands on the wire. */
export const readMutedUsers = (tx: Pick<Transaction, 'query'>, userId: number) =>
  tx.query<{ id: number; timestamp: number }>(
    'SELECT muted_user_id AS id, muted_at AS timestamp FROM muted_user WHERE user_id = $1 ORDER BY muted_user_id',
    [userId],
  );

/** Whom each user of the realm muted, ascending; without those who muted nobody. */
export async function readAllMutedUsers(
  tx: Pick<Transaction, 'query'>,
  realmId: number,
): Promise<Map<number, readonly number[]>> {
  const rows = await tx.query<{ userId: number; mutedUserIds: number[] }>(
    `SELECT m.user_id AS "userId", array_agg(m.muted_user_id ORDER BY m.muted_user_id) AS "mutedUserIds"
     FROM muted_user m JOIN account a USING (user_id) WHERE a.realm_id = $1 GROUP BY m.user_id`,
    [realmId],
  );
  return new Map(rows.map(({ userId, mutedUserIds }) => [userId, mutedUserIds]));
}
