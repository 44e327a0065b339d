import { endpoint } from '../kit/endpoint.js';
import { Bool, Id } from '../kit/fields.js';
import { Role } from '../roles.js';
import { UserSelection } from '../user-selection.js';
import { SessionList } from './sessions.schema.js';

/** Path parameter of an endpoint for one session. */
export class SessionSelection {
  @Id() sessionId!: number;
}

/** Parameters of `DELETE /users/me/sessions`. */
export class OwnSessionsEnd {
  @Bool({ default: true, description: 'The session of this request does not end.' }) keepCurrent!: boolean;
  @Bool({ default: false, description: 'The API key ends, too, and with it every device key.' }) apiKey!: boolean;
}

export const listSessions = endpoint('GET /users/me/sessions', {
  pattern: 'users.sessions.list',
  tag: 'sessions',
  summary: 'List your own sessions',
  response: SessionList,
});

/** The next request with the session gets 401. Error: "No such session", also for sessions of other users. */
export const deleteSession = endpoint('DELETE /users/me/sessions/{session_id}', {
  pattern: 'users.sessions.delete',
  tag: 'sessions',
  summary: 'End one of your own sessions',
  parameters: SessionSelection,
});

/** Ends device keys, too. With `api_key`, `POST /fetch_api_key` returns a new key. */
export const deleteSessions = endpoint('DELETE /users/me/sessions', {
  pattern: 'users.sessions.delete_own',
  tag: 'sessions',
  summary: 'End your own sessions',
  parameters: OwnSessionsEnd,
});

/** Error: "No such user". */
export const deleteSessionsOfUser = endpoint('DELETE /users/{user_id}/sessions', {
  pattern: 'users.sessions.delete_of_user',
  minimumRole: Role.Administrator,
  tag: 'sessions',
  summary: 'End all sessions of a user; administrators',
  parameters: UserSelection,
});
