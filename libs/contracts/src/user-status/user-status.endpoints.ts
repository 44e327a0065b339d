import { endpoint } from '../kit/endpoint.js';
import { StatusChange } from './user-status.schema.js';

/**
 * Errors (BAD_REQUEST): "Client did not pass any new values."; a text that is too long; an unknown emoji, or one that does not
 * fit its code; "Scheduled end time must be in the future."
 */
export const updateOwnStatus = endpoint('POST /users/me/status', {
  pattern: 'users.status.update_own',
  bots: 'refused',
  summary: 'Change your own status',
  parameters: StatusChange,
});
