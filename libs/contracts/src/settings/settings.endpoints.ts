import { endpoint } from '../kit/endpoint.js';
import { SettingsChange } from './settings.schema.js';

/**
 * Checks everything before it changes anything. A name stays, silently, if the realm lets only administrators change names.
 * A new address takes effect when the user follows the mailed link.
 * Errors (BAD_REQUEST): those of full names; "Email address changes are disabled in this organization."; "Invalid address.";
 * "Outside your domain."; "Please use your real email address."; "Email addresses containing + are not allowed.";
 * "Already has an account."; "Wrong password!"; "New password is too weak!"; "You're making too many attempts! Try again in N
 * seconds." Source: API contract, PATCH /settings.
 */
export const updateOwnSettings = endpoint({
  pattern: 'users.settings.update_own',
  route: 'PATCH /settings',
  aliasPaths: ['/settings/display', '/settings/notifications'],
  bots: 'refused',
  summary: 'Change your own settings',
  timeoutMs: 15_000,
  parameters: SettingsChange,
});
