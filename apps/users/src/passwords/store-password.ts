import type { Transaction } from '@chat/persistence';
import { endLinks } from '../mailed-links/mailed-links.js';

type Reader = Pick<Transaction, 'query'>;

/** Sets the account's password, whether or not it had one; links that were mailed to set one end. */
export async function storePassword(tx: Reader, userId: number, hash: string): Promise<void> {
  await tx.query(
    `INSERT INTO password (user_id, hash) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, changed_at = now()`,
    [userId, hash],
  );
  await endLinks(tx, userId, 'password reset');
}

/** Undefined for an account that never had a password. */
export async function readPasswordHash(reader: Reader, userId: number): Promise<string | undefined> {
  const [row] = await reader.query<{ hash: string }>('SELECT hash FROM password WHERE user_id = $1', [userId]);
  return row?.hash;
}
