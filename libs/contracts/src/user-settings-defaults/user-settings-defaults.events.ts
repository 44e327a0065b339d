import { ClientEventOf } from '../kit/client-event.js';
import { Nested } from '../kit/fields.js';
import { OmitType } from '../kit/mapped-classes.js';
import { UserSettingsUpdateEvent } from '../settings/settings.events.js';
import { UserSettingsDefaults } from './user-settings-defaults.schema.js';

/** Register fields of the type `realm_user_settings_defaults`. */
export class UserSettingsDefaultsRegisterFields {
  @Nested(UserSettingsDefaults) realmUserSettingsDefaults!: UserSettingsDefaults;
}

/** Client event for the whole realm, one per changed default. Existing users retain their settings. */
@ClientEventOf({ type: 'realm_user_settings_defaults', op: 'update', when: 'A default for new users changed.' })
export class UserSettingsDefaultsUpdateEvent extends OmitType(UserSettingsUpdateEvent, ['languageName']) {}
