import { type UserStatus, UserStatusChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type AccountRow, settingsOf } from '../accounts/account.row.js';
import { readStatus } from './read-statuses.js';

/** Records what a user's status is now, if it is another than `previous`. */
export async function recordStatus(tx: Transaction, account: AccountRow, previous: UserStatus | null): Promise<void> {
  const status = await readStatus(tx, account);
  if (JSON.stringify(status) === JSON.stringify(previous)) return;
  tx.record(account.realmId, UserStatusChanged.of({ userId: account.userId, status, previous }));
}

/** The same after a change of settings: being away is one of them by another name. */
export async function recordStatusBySettings(tx: Transaction, before: AccountRow, after: AccountRow): Promise<void> {
  if (settingsOf(before).presenceEnabled === settingsOf(after).presenceEnabled) return;
  await recordStatus(tx, after, await readStatus(tx, before));
}
