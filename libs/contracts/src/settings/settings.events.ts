import { itsUser } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { defineField, fieldsOf } from '../kit/described-class.js';
import { Field, Nested, Text } from '../kit/fields.js';
import { wireName } from '../kit/names.js';
import { registerFieldsOf } from '../kit/register-fields.js';
import { anyOf, bool, integer, text } from '../kit/types/index.js';
import { LANGUAGES } from './languages.js';
import {
  type LegacySettingEvent,
  USER_SETTING_NAMES,
  USER_SETTINGS,
  type UserSettingName,
  UserSettingsWithChoices,
  type UserSettingValue,
} from './settings.schema.js';

/** Register fields of the type `user_settings`: the settings of the reader with the accepted choices. */
export class UserSettingsRegisterFields {
  @Nested(UserSettingsWithChoices) userSettings!: UserSettingsWithChoices;
}

/** The settings of a deprecated event as top-level register fields, with their choices. */
function legacyFields(kind: LegacySettingEvent, choices: 'availableNotificationSounds' | 'emojisetChoices') {
  abstract class LegacyFields {}
  const names: string[] = [...USER_SETTING_NAMES.filter((name) => USER_SETTINGS[name].legacy === kind), choices];
  for (const { property, type } of fieldsOf(UserSettingsWithChoices)) {
    if (names.includes(property)) defineField(LegacyFields, property, type, { deprecated: true });
  }
  return LegacyFields;
}
const forOlderClients = { absentIfCapability: 'user_settings_object' } as const;
const display = legacyFields('display', 'emojisetChoices');
export const DisplaySettings = registerFieldsOf(['update_display_settings'], display, forOlderClients);
const notification = legacyFields('notification', 'availableNotificationSounds');
export const NotificationSettings = registerFieldsOf(['update_global_notifications'], notification, forOlderClients);

export const settingValue = anyOf([bool(), integer(), text()]);
const languageName = { optional: true, description: 'Only for `default_language`: its English name.' } as const;
const older = { clients: { capability: 'user_settings_object', isDeclared: false }, isDeprecated: true } as const;

/** Client event for the user only, one per changed setting. */
@ClientEventOf({ type: 'user_settings', op: 'update', when: 'The user changed a setting.' })
export class UserSettingsUpdateEvent {
  @Text() property!: string;
  @Field(settingValue) value!: UserSettingValue;
  @Text(languageName) languageName?: string;
}

/** Deprecated client event for the user only, in addition to `user_settings`. */
@ClientEventOf({ type: 'update_display_settings', when: 'The user changed a display setting.', ...older })
export class UpdateDisplaySettingsEvent {
  @Text({ optional: true, deprecated: true }) user?: string;
  @Text() settingName!: string;
  @Field(settingValue) setting!: UserSettingValue;
  @Text(languageName) languageName?: string;
}

/** Deprecated client event for the user only, in addition to `user_settings`. */
@ClientEventOf({ type: 'update_global_notifications', when: 'The user changed a notification setting.', ...older })
export class UpdateGlobalNotificationsEvent {
  @Text({ optional: true, deprecated: true }) user?: string;
  @Text() notificationName!: string;
  @Field(settingValue) setting!: UserSettingValue;
}

/** Changed settings of a user. Only queues of this user get it. */
export class UserSettingsChangedPayload {
  readonly userId!: number;
  readonly changes!: readonly { readonly name: UserSettingName; readonly value: UserSettingValue }[];
}

/** `UserUpdated` carries the settings that other services need. */
export const UserSettingsChanged = domainEvent('users.user_settings_changed', {
  payload: UserSettingsChangedPayload,
  audience: itsUser,
  clientEvents: [UserSettingsUpdateEvent, UpdateDisplaySettingsEvent, UpdateGlobalNotificationsEvent],
  toClient: ({ changes }, _reader, { capabilities }) =>
    changes.flatMap(({ name, value }) => {
      const property = wireName(name);
      const languageName = name === 'defaultLanguage' ? (LANGUAGES[String(value)] ?? String(value)) : undefined;
      const event = clientEvent(UserSettingsUpdateEvent, { property, value, languageName });
      if (capabilities.userSettingsObject) return [event];
      switch (USER_SETTINGS[name].legacy) {
        case 'display':
          return [
            event,
            clientEvent(UpdateDisplaySettingsEvent, { settingName: property, setting: value, languageName }),
          ];
        case 'notification':
          return [event, clientEvent(UpdateGlobalNotificationsEvent, { notificationName: property, setting: value })];
        default:
          return [event];
      }
    }),
});
