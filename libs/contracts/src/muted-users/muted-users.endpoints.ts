import { endpoint } from '../kit/endpoint.js';
import { Id } from '../kit/fields.js';

/** Path parameter of POST and DELETE /users/me/muted_users/{muted_user_id}. */
export class MutedUserSelection {
  @Id() mutedUserId!: number;
}

/**
 * Mutes a user, active or not, and marks the user's messages as read. Errors (BAD_REQUEST): "Cannot mute self"; "No such user",
 * for bots too; "User already muted"; too many.
 */
export const muteUser = endpoint('POST /users/me/muted_users/{muted_user_id}', {
  pattern: 'users.muted_users.mute',
  bots: 'refused',
  summary: 'Mute a user',
  parameters: MutedUserSelection,
});

/** Errors (BAD_REQUEST): "No such user", "User is not muted". */
export const unmuteUser = endpoint('DELETE /users/me/muted_users/{muted_user_id}', {
  pattern: 'users.muted_users.unmute',
  bots: 'refused',
  summary: 'Unmute a user',
  parameters: MutedUserSelection,
});
