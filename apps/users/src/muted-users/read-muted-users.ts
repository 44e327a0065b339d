import type { Transaction } from '@chat/persistence';

/** Whom the user muted, as it stands on the wire. */
export const readMutedUsers = (tx: Pick<Transaction, 'query'>, userId: number) =>
  tx.query<{ id: number; timestamp: number }>(
    'SELECT muted_user_id AS id, muted_at AS timestamp FROM muted_user WHERE user_id = $1 ORDER BY muted_user_id',
    [userId],
  );
