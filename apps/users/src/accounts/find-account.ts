import { badRequest, cannotDeactivateLastUser, Role, userDeactivated } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { In } from 'typeorm';
import { ACCOUNT_COLUMNS, AccountEntity, type AccountRow } from './account.entity.js';
import { nameKey } from './names.js';

export const noSuchUser = () => badRequest('No such user');

/* Raw SQL: every sign-in runs both statements. */

/** Prefers the account with this real address. A repository cannot order by a condition. */
const FIND_BY_EMAIL = `
  SELECT ${ACCOUNT_COLUMNS} FROM account a
  WHERE realm_id = $1 AND (delivery_email_key = $2 OR email_key = $2) ORDER BY delivery_email_key = $2 DESC LIMIT 1`;

/** The id of no account. */
export const NO_ACCOUNT = 0;

const LOCK = `SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE realm_id = $1 AND user_id = $2 FOR UPDATE`;

/** The account, possibly a system bot, with this real or API address. */
export async function findAccountByEmail(reader: Queryable, realmId: number, email: string) {
  // PostgreSQL does not accept the character, so no account has the address.
  if (email.includes('\0')) return undefined;
  const [row] = await reader.queryPrepared<AccountRow>(FIND_BY_EMAIL, [realmId, nameKey(email)]);
  return row;
}

export async function findAccount(reader: Queryable, realmId: number, userId: number): Promise<AccountRow | undefined> {
  return (await reader.getRepository(AccountEntity).findOneBy({ realmId, userId })) ?? undefined;
}

/** The account, locked against other writers until the transaction ends. Throws "No such user". */
export async function lockAccount(tx: Transaction, realmId: number, userId: number): Promise<AccountRow> {
  const [account] = await tx.queryPrepared<AccountRow>(LOCK, [realmId, userId]);
  if (account === undefined || account.isSystemBot) throw noSuchUser();
  return account;
}

/** The same for an account that acts. Throws USER_DEACTIVATED if it was deactivated since its request was authenticated. */
export async function lockActiveAccount(tx: Transaction, realmId: number, userId: number): Promise<AccountRow> {
  const account = await lockAccount(tx, realmId, userId);
  if (!account.isActive) throw userDeactivated();
  return account;
}

/**
 * The account with this real or API address, locked. The second statement runs also without an account, so that the time does not reveal
 * one. Undefined also if the address was changed before the lock.
 */
export async function lockAccountByEmail(tx: Transaction, realmId: number, email: string) {
  const found = await findAccountByEmail(tx, realmId, email);
  const [locked] = await tx.queryPrepared<AccountRow>(LOCK, [realmId, found?.userId ?? NO_ACCOUNT]);
  const key = nameKey(email);
  return [locked?.deliveryEmail, locked?.email].some((address) => address !== undefined && nameKey(address) === key)
    ? locked
    : undefined;
}

/**
 * Locks the realm's active human owners in one order and returns their ids, so that only one of two simultaneous mutual demotions
 * can succeed. Call it before `lockAccount`.
 */
export async function lockOwners(tx: Transaction, realmId: number): Promise<readonly number[]> {
  const rows = await tx.getRepository(AccountEntity).find({
    where: { realmId, role: Role.Owner, isActive: true, isBot: false },
    order: { userId: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return rows.map((row) => row.userId);
}

const isOnlyOwner = (ownerIds: readonly number[], userId: number) => ownerIds.length === 1 && ownerIds[0] === userId;

export function refuseToDemoteOnlyOwner(ownerIds: readonly number[], userId: number): void {
  if (isOnlyOwner(ownerIds, userId)) {
    throw badRequest('The owner permission cannot be removed from the only organization owner.');
  }
}

export function refuseToDeactivateOnlyOwner(ownerIds: readonly number[], userId: number): void {
  if (isOnlyOwner(ownerIds, userId)) throw cannotDeactivateLastUser(true, 'organization owner');
}

/** Throws "Invalid user ID: N" unless all ids are active people of the realm. Prevents their deactivation until the commit. */
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
