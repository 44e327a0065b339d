import { USER_SETTING_NAMES, UserSettingsChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type AccountRow, settingsOf } from '../accounts/account.row.js';

/** Records which settings really changed, for the user's own clients. */
export function recordSettings(tx: Transaction, before: AccountRow, after: AccountRow): void {
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const changes = USER_SETTING_NAMES.filter((name) => was[name] !== is[name]).map((name) => ({
    name,
    value: is[name],
  }));
  if (changes.length > 0) tx.record(after.realmId, UserSettingsChanged.of({ userId: after.userId, changes }));
}
