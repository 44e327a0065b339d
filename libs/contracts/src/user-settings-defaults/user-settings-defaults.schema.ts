import { OmitType, PartialType } from '../kit/mapped-classes.js';
import { InheritedSettings, UserSettingsWithChoices } from '../settings/settings.schema.js';

/** Parameters of `PATCH /realm/user_settings_defaults`. Absent fields do not change. */
export class UserSettingsDefaultsChange extends PartialType(InheritedSettings) {}

/** Settings of a new user. */
export class UserSettingsDefaults extends OmitType(UserSettingsWithChoices, ['timezone']) {}
