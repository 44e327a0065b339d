import { type SettingValue, USER_SETTING_NAMES, UserSettingsChanged, UserStatusChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type AccountRow, settingsOf } from '../accounts/account.row.js';
import { readStatus } from '../status/read-statuses.js';

/** Records which settings really changed, for the user's own clients; and being away, which is a setting by another name. */
export async function recordSettings(tx: Transaction, before: AccountRow, after: AccountRow): Promise<void> {
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const changes = USER_SETTING_NAMES.filter((name) => was[name] !== is[name]).map((name) => ({
    name,
    value: is[name] as SettingValue,
  }));
  if (changes.length === 0) return;
  tx.record(after.realmId, UserSettingsChanged.of({ userId: after.userId, changes }));
  if (was.presenceEnabled !== is.presenceEnabled) {
    const previous = await readStatus(tx, before);
    const status = await readStatus(tx, after);
    tx.record(after.realmId, UserStatusChanged.of({ userId: after.userId, status, previous }));
  }
}
