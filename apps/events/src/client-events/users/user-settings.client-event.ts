import {
  LANGUAGES,
  type LegacySettingEvent,
  type SettingValue,
  USER_SETTINGS,
  UserSettingsChanged,
  type UserSettingsChangedPayload,
} from '@chat/contracts';
import type { ClientEvent, ClientEventMapping } from '../../fan-out/client-event-mapping.js';

/**
 * `user_settings`, and before it, for clients without `user_settings_object`, the older event of those settings that have one.
 * To the user's own clients.
 */
export const userSettingsChangedMapping: ClientEventMapping<UserSettingsChangedPayload> = {
  source: UserSettingsChanged,
  audience: ({ userId }) => ({ kind: 'users', userIds: [userId] }),
  forClient: ({ changes }, _reader, client) =>
    changes.flatMap(({ name, value }) => {
      const { wireName, legacy } = USER_SETTINGS[name];
      const language = name === 'defaultLanguage' ? { language_name: LANGUAGES[String(value)] ?? String(value) } : {};
      const event: ClientEvent = { type: 'user_settings', op: 'update', property: wireName, value, ...language };
      const older = legacyEvent(legacy, wireName, value);
      return client.capabilities.userSettingsObject || older === null ? [event] : [event, { ...older, ...language }];
    }),
};

function legacyEvent(kind: LegacySettingEvent, name: string, value: SettingValue): ClientEvent | null {
  switch (kind) {
    case 'display':
      return { type: 'update_display_settings', setting_name: name, setting: value };
    case 'notification':
      return { type: 'update_global_notifications', notification_name: name, setting: value };
    case 'none':
      return null;
  }
}
