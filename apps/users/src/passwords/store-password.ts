import type { Queryable, Transaction } from '@chat/persistence';
import { endLinks } from '../mailed-links/mailed-links.js';
import { PasswordEntity } from './passwords.entity.js';

/** Sets the account's password, whether or not it had one; links that were mailed to set one end. */
export async function storePassword(tx: Transaction, userId: number, hash: string): Promise<void> {
  await tx.getRepository(PasswordEntity).upsert({ userId, hash, changedAt: () => 'now()' }, ['userId']);
  await endLinks(tx, userId, 'password reset');
}

/** Undefined for an account that never had a password. */
export async function readPasswordHash(reader: Queryable, userId: number): Promise<string | undefined> {
  return (await reader.getRepository(PasswordEntity).findOneBy({ userId }))?.hash;
}
