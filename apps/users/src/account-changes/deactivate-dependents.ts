import type { Transaction } from '@chat/persistence';
import type { AccountRow } from '../accounts/account.row.js';
import { lockAccount } from '../accounts/find-account.js';
import { changeAccount } from './change-account.js';

/** Deactivates the bots of a deactivated account and deletes the links that were mailed to its owner. */
export async function deactivateDependents(
  tx: Transaction,
  { userId, realmId }: Pick<AccountRow, 'userId' | 'realmId'>,
  by: { readonly actorId: number | null; readonly botDomain: string },
): Promise<void> {
  const bots = await tx.query<{ botId: number }>(
    'SELECT user_id AS "botId" FROM account WHERE bot_owner_id = $1 AND is_active ORDER BY user_id',
    [userId],
  );
  for (const { botId } of bots) await changeAccount(tx, await lockAccount(tx, realmId, botId), { isActive: false }, by);
  await tx.query('DELETE FROM mailed_link WHERE user_id = $1', [userId]);
}
