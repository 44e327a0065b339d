import {
  badRequest,
  type SettingValue,
  USER_SETTING_NAMES,
  USER_SETTINGS,
  type UserSettingName,
} from '@chat/contracts';
import { endpoint, type Parameter, text } from '../http/index.js';
import { settingParameter } from './setting-parameter.js';

const REFUSED_IN_OTHER_WORDS: Partial<Record<UserSettingName, Parameter<SettingValue>>> = {
  notificationSound: text().refine((sound) => {
    const { rule } = USER_SETTINGS.notificationSound;
    const isKnown = rule.kind === 'word' && rule.values.includes(sound);
    if (!isKnown) throw badRequest(`Invalid notification sound '${sound}'`);
  }) as Parameter<SettingValue>,
};

/** Every row of the table of user settings, by its name on the wire. */
const settingParameters = Object.fromEntries(
  USER_SETTING_NAMES.map((name) => [
    USER_SETTINGS[name].wireName,
    (REFUSED_IN_OTHER_WORDS[name] ?? settingParameter(USER_SETTINGS[name].rule)).optional(),
  ]),
) as Readonly<Record<string, Parameter<SettingValue | undefined>>>;

const secret = text({ controlCharacters: 'allowed' });

export const updateSettingsEndpoint = endpoint({
  method: 'PATCH',
  path: '/settings',
  aliasPaths: ['/settings/display', '/settings/notifications'],
  access: 'user',
  bots: 'refused',
  summary: 'Change your own settings',
  timeoutMs: 15_000,
  parameters: {
    ...settingParameters,
    full_name: text({ controlCharacters: 'allowed' }).optional(),
    email: text({ controlCharacters: 'refused' }).optional(),
    old_password: secret.optional(),
    new_password: secret.optional(),
  },
});

const MAX_AVATAR_BYTES = 25 * 1024 * 1024;

export const setAvatarEndpoint = endpoint({
  method: 'POST',
  path: '/users/me/avatar',
  access: 'user',
  summary: 'Upload your own avatar',
  upload: { maxFiles: 2, maxFileBytes: MAX_AVATAR_BYTES },
  timeoutMs: 15_000,
  parameters: {},
});

export const removeAvatarEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/avatar',
  access: 'user',
  summary: 'Go back to the external avatar',
  parameters: {},
});

export const avatarImageEndpoint = endpoint({
  method: 'GET',
  path: '/user_avatars/{user_id}/{file_name}',
  pathParameters: { file_name: text({ maxLength: 100 }) },
  atRoot: true,
  isPicture: true,
  access: 'anyone',
  tag: 'users',
  summary: 'The picture of an uploaded avatar',
  parameters: { version: text().optional() },
});
