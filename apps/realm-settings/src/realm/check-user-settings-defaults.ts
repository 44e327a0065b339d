import {
  badRequest,
  isSettingValue,
  REALM_DEFAULT_SETTING_NAMES,
  type SettingValue,
  USER_SETTINGS,
  type UserSettingName,
} from '@chat/contracts';

/** Throws unless every setting may have a default in the realm and its value fits. */
export function checkUserSettingsDefaults(settings: Readonly<Record<string, SettingValue>>): void {
  for (const [name, value] of Object.entries(settings)) check(name, value);
}

function check(name: string, value: SettingValue): void {
  if (!(REALM_DEFAULT_SETTING_NAMES as readonly string[]).includes(name)) throw badRequest(`Invalid ${name}`);
  if (isSettingValue(name as UserSettingName, value)) return;
  if (name === 'notificationSound') throw badRequest(`Invalid notification sound '${value}'`);
  if (name === 'emailNotificationsBatchingPeriodSeconds') {
    throw badRequest(`Invalid email batching period: ${value} seconds`);
  }
  throw badRequest(`Invalid ${USER_SETTINGS[name as UserSettingName].wireName}`);
}
