import { badRequest, isSettingValue, USER_SETTINGS, type UserSettingName, type UserSettings } from '@chat/contracts';
import { isTimeZone } from './time-zone.js';

/** The settings, if every value fits its row of the table. Throws the contract's refusals. */
export function checkSettings(given: Partial<UserSettings>): Partial<UserSettings> {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(USER_SETTINGS, name)) throw badRequest(`Invalid setting ${name}`);
    const setting = name as UserSettingName;
    if (!isSettingValue(setting, value)) throw refusal(setting, value);
    if (setting === 'timezone' && !isTimeZone(String(value))) {
      throw badRequest(`${USER_SETTINGS.timezone.wireName} is not a recognized time zone`);
    }
  }
  return given;
}

function refusal(name: UserSettingName, value: unknown) {
  const { wireName, rule } = USER_SETTINGS[name];
  switch (name) {
    case 'notificationSound':
      return badRequest(`Invalid notification sound '${value}'`);
    case 'emailNotificationsBatchingPeriodSeconds':
      return badRequest(`Invalid email batching period: ${value} seconds`);
    case 'timezone':
      return badRequest(`${wireName} is not a recognized time zone`);
    default:
      return badRequest(rule.kind === 'boolean' ? `${wireName} is not a boolean` : `Invalid ${wireName}`);
  }
}
