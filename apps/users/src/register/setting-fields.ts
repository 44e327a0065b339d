import {
  AVAILABLE_NOTIFICATION_SOUNDS,
  EMOJISET_CHOICES,
  type LegacySettingEvent,
  settingsOnWire,
  USER_SETTING_NAMES,
  USER_SETTINGS,
  type UserSettings,
} from '@chat/contracts';
import { type AccountRow, settingsOf } from '../accounts/account.row.js';

/** `user_settings` of register. */
export const settingFields = (account: Pick<AccountRow, 'settings'>): Record<string, unknown> => ({
  ...settingsOnWire(settingsOf(account)),
  available_notification_sounds: AVAILABLE_NOTIFICATION_SOUNDS,
  emojiset_choices: EMOJISET_CHOICES,
});

/** The settings of one of the two older kinds, which clients without `user_settings_object` find at the top level. */
export function legacySettingFields(
  account: Pick<AccountRow, 'settings'>,
  kind: Exclude<LegacySettingEvent, 'none'>,
): Record<string, unknown> {
  const settings = settingsOf(account);
  const names = USER_SETTING_NAMES.filter((name) => USER_SETTINGS[name].legacy === kind);
  const chosen = Object.fromEntries(names.map((name) => [name, settings[name]])) as Partial<UserSettings>;
  const choices =
    kind === 'display'
      ? { emojiset_choices: EMOJISET_CHOICES }
      : { available_notification_sounds: AVAILABLE_NOTIFICATION_SOUNDS };
  return { ...settingsOnWire(chosen), ...choices };
}
