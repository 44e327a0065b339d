import { API_PREFIX, describedOperations } from '../support/api-description.js';
import type { ChangingWorld } from './changing-world.js';

/** Endpoints without an effect on the state of clients. Every other endpoint that is not a GET has its change. */
const WITHOUT_CHANGE = [
  // Every reader calls these.
  ...['POST /register', 'DELETE /events'],
  // Answers, and no more.
  ...['POST /messages/render', 'POST /fetch_api_key'],
  // Answers, and no more.
  'POST /bots/{bot_id}/preview',
  // Sends messages as POST /messages does.
  'POST /external/{integration}',
  // Visible only to the bot itself.
  ...['PUT /bot_storage', 'DELETE /bot_storage'],
  // Ends sessions, which are not in the state of clients.
  ...['DELETE /users/me/sessions', 'DELETE /users/me/sessions/{session_id}', 'DELETE /users/{user_id}/sessions'],
  // Identities at providers are not in the state of clients.
  'DELETE /users/{user_id}/identities/{provider}',
  // Second factors are not in the state of clients.
  ...['POST /users/me/second_factor/totp', 'POST /users/me/second_factor/totp/confirm'],
  ...['POST /users/me/second_factor/recovery_codes', 'DELETE /users/me/second_factor/totp'],
  'DELETE /users/{user_id}/second_factor',
  // Passkeys are not in the state of clients.
  ...['POST /users/me/passkeys/options', 'POST /users/me/passkeys', 'DELETE /users/me/passkeys/{passkey_id}'],
  // Invitations are not in the state of clients: the event says to list them again.
  ...['POST /invites', 'POST /invites/multiuse', 'POST /invites/{id}/resend'],
  ...['DELETE /invites/{id}', 'DELETE /invites/multiuse/{id}'],
  // Files are not in the state of clients: GET /attachments lists them.
  ...['POST /user_uploads', 'DELETE /attachments/{attachment_id}'],
  ...['POST /tus', 'PATCH /tus/{upload_id}', 'DELETE /tus/{upload_id}'],
  // Event webhooks are not in the state of clients.
  ...['POST /webhooks', 'PATCH /webhooks/{webhook_id}', 'DELETE /webhooks/{webhook_id}'],
  ...['POST /webhooks/{webhook_id}/secret/rotate', 'POST /webhooks/{webhook_id}/test'],
  ...['POST /webhooks/{webhook_id}/replay', 'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/replay'],
  // Sends mail; the result is invisible to clients.
  'POST /accounts/password/reset',
  // Ends everything: `events.e2e.spec.ts`.
  'POST /realm/deactivate',
];

/** Endpoints that change something, as the service describes them, and that were not called. */
export async function untriedEndpoints({ owner, tried }: ChangingWorld): Promise<string[]> {
  const operations = await describedOperations(owner.client);
  const changing = operations.filter(({ method, path }) => method !== 'GET' && path.startsWith(API_PREFIX));
  const calls = [...tried];
  return changing
    .map(({ name }) => name)
    .filter((name) => !WITHOUT_CHANGE.includes(name))
    .filter((name) => !calls.some((call) => patternOf(name).test(call)));
}

/** `POST /users/{user_id}` as calls of it look. */
const patternOf = (name: string): RegExp => new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
