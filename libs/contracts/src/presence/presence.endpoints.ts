import { endpoint } from '../kit/endpoint.js';
import { UserSelection } from '../user-selection.js';
import { PresenceByEmail, PresenceUpdate, PresenceUpdated, RealmPresences, UserPresence } from './presence.schema.js';

const shared = { tag: 'presence' } as const;

/** The server stores the times of a user for two weeks. Effect: `PresenceChanged` if the user came online. */
export const updatePresence = endpoint('POST /users/me/presence', {
  ...shared,
  pattern: 'events.presence.update',
  bots: 'refused',
  summary: 'Set your own presence, and get the presences of the organization',
  parameters: PresenceUpdate,
  response: PresenceUpdated,
});

export const getRealmPresence = endpoint('GET /realm/presence', {
  ...shared,
  pattern: 'events.presence.list',
  summary: 'Get the presences of the organization',
  response: RealmPresences,
});

/** Errors (BAD_REQUEST): "No such user"; "Presence is not supported for bot users."; "No presence data for …". */
export const getUserPresence = endpoint('GET /users/{user_id}/presence', {
  ...shared,
  pattern: 'events.presence.get_user',
  summary: 'Get the presence of a user',
  parameters: UserSelection,
  response: UserPresence,
});

/** Errors: those of `getUserPresence`. */
export const getUserPresenceByEmail = endpoint('GET /users/{email}/presence', {
  ...shared,
  pattern: 'events.presence.get_user_by_email',
  summary: 'Get the presence of a user by API email',
  parameters: PresenceByEmail,
  response: UserPresence,
});
