import { codeOf } from '../../support/code-of.js';
import { newPasskey } from '../../support/new-passkey.js';
import { TEST_PASSWORD } from '../../support/organization.js';
import type { Actor } from '../actors.js';
import { type Ask, at, hasAccount, type MakeRequest, plain } from './ask.js';

const queueOf = async (who: { client: Actor['client'] }): Promise<string> =>
  (await who.client.post('/register', { event_types: ['message'] })).queue_id;
const queue = (path: string, queueId: string): Ask => ({
  path,
  parameters: { queue_id: queueId, last_event_id: -1, dont_block: true },
  absent: { parameters: { queue_id: `${queueId.slice(0, -8)}00000000`, last_event_id: -1, dont_block: true } },
});
/** The secret of a second factor that is not confirmed; undefined if the actor may have none. */
const begunSetUp = async ({ client }: Actor): Promise<string | undefined> =>
  (await client.call('POST', '/users/me/second_factor/totp', { password: TEST_PASSWORD })).body.secret;
/** An actor with a second factor proves it by the next code. */
async function withSecondFactor(path: string, as: Actor): Promise<Ask> {
  const secret = await begunSetUp(as);
  await as.client.call('POST', '/users/me/second_factor/totp/confirm', { code: codeOf(secret) });
  return { path, parameters: { code: codeOf(secret, 1), password: TEST_PASSWORD }, as };
}

/** Sign-in, queues, users and the data of one user. */
export const ACCOUNT_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  'GET /server_settings': plain('/server_settings'),
  'GET /openapi.json': plain('/openapi.json'),
  'POST /fetch_api_key': ({ other }) => ({
    path: '/fetch_api_key',
    parameters: { username: other.email, password: TEST_PASSWORD },
  }),
  'POST /accounts/password/reset': (world) => ({
    path: '/accounts/password/reset',
    parameters: { email: `${world.name()}@example.com` },
  }),
  'POST /register': plain('/register', { event_types: ['message'], client_extavatar: false }),
  'GET /events own queue': async ({ other }, actor) =>
    queue('/events', await queueOf(hasAccount(actor) ? actor : other)),
  'GET /events foreign queue': async ({ other }) => queue('/events', await queueOf(other)),
  'DELETE /events own queue': async ({ other }, actor) =>
    queue('/events', await queueOf(hasAccount(actor) ? actor : other)),
  'DELETE /events foreign queue': async ({ other }) => queue('/events', await queueOf(other)),

  'GET /users': plain('/users'),
  'GET /users/me': plain('/users/me'),
  'GET /users/{user_id}': ({ other }) => at((id) => `/users/${id}`, other.userId),
  'GET /users/{email}': ({ other }) => ({ path: `/users/${other.email}` }),
  'POST /users': (world) => ({
    path: '/users',
    parameters: { email: `${world.name()}@${world.organization.host}`, password: TEST_PASSWORD, full_name: 'New User' },
  }),
  'PATCH /users/{user_id} name': async (world) =>
    at((id) => `/users/${id}`, (await world.victim()).userId, { full_name: 'New Name' }),
  'PATCH /users/{user_id} to moderator': async (world) =>
    at((id) => `/users/${id}`, (await world.victim()).userId, { role: 300 }),
  'PATCH /users/{user_id} to owner': async (world) =>
    at((id) => `/users/${id}`, (await world.victim()).userId, { role: 100 }),
  'PATCH /users/{user_id} owner to member': async (world) => {
    const victim = await world.victim();
    await world.owner.client.patch(`/users/${victim.userId}`, { role: 100 });
    return at((id) => `/users/${id}`, victim.userId, { role: 400 });
  },
  'DELETE /users/{user_id} member': async (world) => at((id) => `/users/${id}`, (await world.victim()).userId),
  'DELETE /users/{user_id} owner': async (world) => {
    const victim = await world.victim();
    await world.owner.client.patch(`/users/${victim.userId}`, { role: 100 });
    return at((id) => `/users/${id}`, victim.userId);
  },
  'POST /users/{user_id}/reactivate': async (world) => {
    const victim = await world.victim();
    await world.owner.client.delete(`/users/${victim.userId}`);
    return at((id) => `/users/${id}/reactivate`, victim.userId);
  },
  'DELETE /users/me': async (world, actor) => ({ path: '/users/me', as: await world.another(actor) }),
  'POST /users/me/api_key/regenerate': async (world, actor) => ({
    path: '/users/me/api_key/regenerate',
    as: await world.another(actor),
  }),
  'GET /users/me/sessions': plain('/users/me/sessions'),
  'DELETE /users/me/sessions': plain('/users/me/sessions'),
  'DELETE /users/me/sessions/{session_id} foreign': async (world) =>
    at((id) => `/users/me/sessions/${id}`, await world.foreignSession()),
  'DELETE /users/{user_id}/sessions': async (world) =>
    at((id) => `/users/${id}/sessions`, (await world.victim()).userId),
  'GET /users/me/identities': plain('/users/me/identities'),
  'GET /users/{user_id}/identities': async (world) =>
    at((id) => `/users/${id}/identities`, (await world.victim()).userId),
  'DELETE /users/{user_id}/identities/{provider} unlinked': async (world) => {
    const path = `/users/${(await world.victim()).userId}/identities`;
    return { path: `${path}/oidc:keycloak`, absent: { path: `${path}/oidc:unknown` } };
  },
  'GET /users/me/passkeys': plain('/users/me/passkeys'),
  'POST /users/me/passkeys/options': plain('/users/me/passkeys/options', { password: TEST_PASSWORD }),
  'POST /users/me/passkeys': async (world, actor) => {
    const as = await world.another(actor);
    return { path: '/users/me/passkeys', parameters: { name: 'Laptop', response: await newPasskey(as) }, as };
  },
  'DELETE /users/me/passkeys/{passkey_id} foreign': () =>
    at((id) => `/users/me/passkeys/${id}`, 1, { password: TEST_PASSWORD }),
  'GET /users/me/second_factor': plain('/users/me/second_factor'),
  'POST /users/me/second_factor/totp': plain('/users/me/second_factor/totp', { password: TEST_PASSWORD }),
  'POST /users/me/second_factor/totp/confirm': async (world, actor) => {
    const as = await world.another(actor);
    return {
      path: '/users/me/second_factor/totp/confirm',
      parameters: { code: codeOf(await begunSetUp(as)) },
      as,
    };
  },
  'POST /users/me/second_factor/recovery_codes': async (world, actor) =>
    withSecondFactor('/users/me/second_factor/recovery_codes', await world.another(actor)),
  'DELETE /users/me/second_factor/totp': async (world, actor) =>
    withSecondFactor('/users/me/second_factor/totp', await world.another(actor)),
  'DELETE /users/{user_id}/second_factor member': async (world) =>
    at((id) => `/users/${id}/second_factor`, (await world.victim()).userId),
  'DELETE /users/{user_id}/second_factor owner': async (world) => {
    const victim = await world.victim();
    await world.owner.client.patch(`/users/${victim.userId}`, { role: 100 });
    return at((id) => `/users/${id}/second_factor`, victim.userId);
  },
  'PATCH /settings': plain('/settings', { enter_sends: true }),
  'POST /zcommand': plain('/zcommand', { command: '/ping' }),
  'PATCH /settings/display': plain('/settings/display', { enter_sends: false }),
  'PATCH /settings/notifications': plain('/settings/notifications', { enter_sends: true }),
  'PATCH /users/me/profile_data': plain('/users/me/profile_data', { data: [] }),
  'DELETE /users/me/profile_data': plain('/users/me/profile_data', { data: [] }),
  'POST /users/me/muted_users/{muted_user_id}': async (world) =>
    at((id) => `/users/me/muted_users/${id}`, (await world.victim()).userId),
  'DELETE /users/me/muted_users/{muted_user_id}': async (world, actor) => {
    const { userId } = await world.victim();
    if (hasAccount(actor)) await actor.client.call('POST', `/users/me/muted_users/${userId}`);
    return at((id) => `/users/me/muted_users/${id}`, userId);
  },
  'POST /users/me/status': plain('/users/me/status', { status_text: 'Here' }),
  'POST /users/me/presence': plain('/users/me/presence', { status: 'active' }),
  'GET /realm/presence': plain('/realm/presence'),
  'GET /users/{user_id}/presence': async (world) => {
    await world.other.client.post('/users/me/presence', { status: 'active' });
    return at((id) => `/users/${id}/presence`, world.other.userId);
  },
  'GET /users/{email}/presence': async (world) => {
    await world.other.client.post('/users/me/presence', { status: 'active' });
    return { path: `/users/${world.other.email}/presence` };
  },
  'GET /users/me/alert_words': plain('/users/me/alert_words'),
  'POST /users/me/alert_words': plain('/users/me/alert_words', { alert_words: ['word'] }),
  'DELETE /users/me/alert_words': plain('/users/me/alert_words', { alert_words: ['word'] }),
  'POST /users/me/avatar': () => ({ path: '/users/me/avatar', hasFile: true }),
  'DELETE /users/me/avatar': plain('/users/me/avatar'),
  'GET /integrations': plain('/integrations'),
  'POST /external/{integration}': plain('/external/slack', {
    user_name: 'ana',
    text: 'Hello',
    channel_name: 'general',
  }),
  'PUT /bot_storage': plain('/bot_storage', { storage: { a: 'b' } }),
  'GET /bot_storage': plain('/bot_storage'),
  'DELETE /bot_storage': plain('/bot_storage'),
};
