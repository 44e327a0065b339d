import { badRequest, cannotDeactivateLastUser, Role } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { AccountEntity } from './account.entity.js';

/**
 * Locks the realm's active human owners, in one order, so that of two owners who demote each other at once only one can
 * succeed. Call before the account itself is locked.
 */
export async function lockOwners(tx: Transaction, realmId: number): Promise<readonly number[]> {
  const rows = await tx.getRepository(AccountEntity).find({
    where: { realmId, role: Role.Owner, isActive: true, isBot: false },
    order: { userId: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return rows.map((row) => row.userId);
}

const isOnlyOwner = (ownerIds: readonly number[], userId: number): boolean =>
  ownerIds.length === 1 && ownerIds[0] === userId;

export function refuseToDemoteOnlyOwner(ownerIds: readonly number[], userId: number): void {
  if (isOnlyOwner(ownerIds, userId)) {
    throw badRequest('The owner permission cannot be removed from the only organization owner.');
  }
}

export function refuseToDeactivateOnlyOwner(ownerIds: readonly number[], userId: number): void {
  if (isOnlyOwner(ownerIds, userId)) throw cannotDeactivateLastUser(true, 'organization owner');
}
