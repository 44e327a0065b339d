import { endpoint } from '../kit/endpoint.js';
import { Role } from '../roles.js';
import { UserSettingsDefaultsChange } from './user-settings-defaults.schema.js';

export const updateUserSettingsDefaults = endpoint('PATCH /realm/user_settings_defaults', {
  pattern: 'realm-settings.user_settings_defaults.update',
  minimumRole: Role.Administrator,
  summary: 'Change the default settings of new users',
  parameters: UserSettingsDefaultsChange,
});
