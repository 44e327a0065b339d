import { ClientEventOf } from '../kit/client-event.js';
import { Nested } from '../kit/fields.js';
import { OmitType } from '../kit/mapped-classes.js';
import { UserSettingsUpdateEvent } from '../settings/settings.events.js';
import { UserSettingsDefaults } from './user-settings-defaults.schema.js';

export class UserSettingsDefaultsRegisterFields {
  @Nested(UserSettingsDefaults) realmUserSettingsDefaults!: UserSettingsDefaults;
}

@ClientEventOf({ type: 'realm_user_settings_defaults', op: 'update', when: 'A default for new users changed.' })
export class UserSettingsDefaultsUpdateEvent extends OmitType(UserSettingsUpdateEvent, ['languageName']) {}
