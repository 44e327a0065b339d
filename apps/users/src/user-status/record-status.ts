import { type StatusRecord, UserStatusChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type AccountRow, settingsOf } from '../accounts/account.row.js';
import { readStatus } from './user-status.repository.js';

/** Records a user's status if it differs from `previous`. */
export async function recordStatus(tx: Transaction, account: AccountRow, previous: StatusRecord | null): Promise<void> {
  const status = await readStatus(tx, account);
  if (JSON.stringify(status) === JSON.stringify(previous)) return;
  tx.record(account.realmId, UserStatusChanged.of({ userId: account.userId, status, previous }));
}

/** The same after a change of settings: being away is one of them by another name. */
export async function recordStatusBySettings(tx: Transaction, before: AccountRow, after: AccountRow): Promise<void> {
  if (settingsOf(before).presenceEnabled === settingsOf(after).presenceEnabled) return;
  await recordStatus(tx, after, await readStatus(tx, before));
}
