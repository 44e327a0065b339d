import { badRequest } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { AccountEntity } from './account.entity.js';
import { ACCOUNT_COLUMNS, type AccountRow } from './account.row.js';
import { nameKey } from './name-key.js';

export const noSuchUser = () => badRequest('No such user');

/** The account with this real or API address. System bots too. */
export async function findAccountByEmail(
  reader: Queryable,
  realmId: number,
  email: string,
): Promise<AccountRow | undefined> {
  // No store takes it, so nobody has it.
  if (email.includes('\0')) return undefined;
  // Of two with this address, whose real one it is comes first. A repository cannot order by a condition.
  const [row] = await reader.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a
     WHERE realm_id = $1 AND (delivery_email_key = $2 OR email_key = $2) ORDER BY delivery_email_key = $2 DESC LIMIT 1`,
    [realmId, nameKey(email)],
  );
  return row;
}

export async function findAccount(reader: Queryable, realmId: number, userId: number): Promise<AccountRow | undefined> {
  return (await reader.getRepository(AccountEntity).findOneBy({ realmId, userId })) ?? undefined;
}

/** The account, locked against other writers until the transaction ends. Throws "No such user". */
export async function lockAccount(tx: Transaction, realmId: number, userId: number): Promise<AccountRow> {
  const lock = { mode: 'pessimistic_write' } as const;
  const account = await tx.getRepository(AccountEntity).findOne({ where: { realmId, userId }, lock });
  if (account === null || account.isSystemBot) throw noSuchUser();
  return account;
}
