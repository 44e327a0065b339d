import { endpoint } from '../kit/endpoint.js';
import { StatusChange } from './user-status.schema.js';

/**
 * Errors (BAD_REQUEST): "Client did not pass any new values."; a text that is too long; an unknown emoji, or one that does not
 * fit its code; "Scheduled end time must be in the future."
 */
export const updateOwnStatus = endpoint({
  pattern: 'users.status.update_own',
  route: 'POST /users/me/status',
  bots: 'refused',
  summary: 'Change your own status',
  parameters: StatusChange,
});
