import { badRequest } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow } from './account.row.js';
import { nameKey } from './name-key.js';

type Reader = Pick<Transaction, 'query'>;

export const noSuchUser = () => badRequest('No such user');

/** The account with this real or API address. System bots too. */
export async function findAccountByEmail(
  reader: Reader,
  realmId: number,
  email: string,
): Promise<AccountRow | undefined> {
  // No store takes it, so nobody has it.
  if (email.includes('\0')) return undefined;
  // Of two with this address, whose real one it is comes first.
  const [row] = await reader.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a
     WHERE realm_id = $1 AND (delivery_email_key = $2 OR email_key = $2) ORDER BY delivery_email_key = $2 DESC LIMIT 1`,
    [realmId, nameKey(email)],
  );
  return row;
}

export async function findAccount(reader: Reader, realmId: number, userId: number): Promise<AccountRow | undefined> {
  const [row] = await reader.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE realm_id = $1 AND user_id = $2`,
    [realmId, userId],
  );
  return row;
}

/** The account, locked against other writers until the transaction ends. Throws "No such user". */
export async function lockAccount(tx: Transaction, realmId: number, userId: number): Promise<AccountRow> {
  const [row] = await tx.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE realm_id = $1 AND user_id = $2 FOR UPDATE`,
    [realmId, userId],
  );
  if (row === undefined || row.isSystemBot) throw noSuchUser();
  return row;
}
