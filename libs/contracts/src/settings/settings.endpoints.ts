import { endpoint } from '../kit/endpoint.js';
import { SettingsChange } from './settings.schema.js';

/**
 * Validates everything before it changes anything. Ignores a new name if only administrators may change names. A new address
 * takes effect when the user opens the mailed link. Errors (BAD_REQUEST): those of full names; `Email address changes are
 * disabled in this organization.`; `Invalid address.`; `Outside your domain.`; `Please use your real email address.` Also `Email
 * addresses containing + are not allowed.`; `Already has an account.`; `Wrong password!`; `New password is too weak!`; `You're
 * making too many attempts! Try again in N seconds.`
 */
export const updateOwnSettings = endpoint('PATCH /settings', {
  pattern: 'users.settings.update_own',
  aliasPaths: ['/settings/display', '/settings/notifications'],
  bots: 'refused',
  summary: 'Change your own settings',
  timeoutMs: 15_000,
  parameters: SettingsChange,
});
