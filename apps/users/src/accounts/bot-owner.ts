import { badRequest } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { In } from 'typeorm';
import { AccountEntity } from './account.entity.js';
import type { AccountRow } from './account.row.js';

/** Throws "Invalid user ID: N" unless all of them are active people of the realm, who stay so until the transaction ends. */
export async function requirePeople(tx: Transaction, realmId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const found = await tx.getRepository(AccountEntity).find({
    select: { userId: true },
    where: { realmId, userId: In(userIds), isActive: true, isBot: false },
    lock: { mode: 'pessimistic_read' },
  });
  const missing = userIds.find((userId) => !found.some((row) => row.userId === userId));
  if (missing !== undefined) throw badRequest(`Invalid user ID: ${missing}`);
}

/** Throws unless `account` is a bot and `ownerId` somebody who can own it. */
export async function requireBotOwner(tx: Transaction, account: AccountRow, ownerId: number): Promise<void> {
  if (!account.isBot) throw badRequest('Only bots have owners');
  await requirePeople(tx, account.realmId, [ownerId]);
}
