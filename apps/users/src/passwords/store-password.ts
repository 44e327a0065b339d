import type { Transaction } from '@chat/persistence';

/** Sets the account's password, whether or not it had one. */
export async function storePassword(tx: Transaction, userId: number, hash: string): Promise<void> {
  await tx.query(
    `INSERT INTO password (user_id, hash) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, changed_at = now()`,
    [userId, hash],
  );
}
