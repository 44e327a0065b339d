import type { Transaction } from '@chat/persistence';
import { AccountEntity } from '../accounts/account.entity.js';
import type { AccountRow } from '../accounts/account.row.js';
import { lockAccount } from '../accounts/find-account.js';
import { MailedLinkEntity } from '../mailed-links/mailed-links.entity.js';
import { changeAccount } from './change-account.js';

/** Deactivates the bots of a deactivated account and deletes the links that were mailed to its owner. */
export async function deactivateDependents(
  tx: Transaction,
  { userId, realmId }: Pick<AccountRow, 'userId' | 'realmId'>,
  by: { readonly actorId: number | null; readonly botDomain: string },
): Promise<void> {
  const isActiveBot = { botOwnerId: userId, isActive: true };
  const bots = await tx.getRepository(AccountEntity).find({ where: isActiveBot, order: { userId: 'ASC' } });
  for (const bot of bots) {
    await changeAccount(tx, await lockAccount(tx, realmId, bot.userId), { isActive: false }, by);
  }
  await tx.getRepository(MailedLinkEntity).delete({ userId });
}
