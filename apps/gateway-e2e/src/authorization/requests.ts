import { Role } from '@chat/contracts';
import type { ApiParameters } from '../support/api-client.js';
import { codeOf } from '../support/code-of.js';
import { newPasskey } from '../support/new-passkey.js';
import { TEST_PASSWORD } from '../support/organization.js';
import { type Actor, NOTHING, type StreamName, type World } from './actors.js';

/**
 * One request, and the same request for an object that does not exist. A caller that may not see the object must not be
 * able to distinguish the two responses.
 */
export interface Ask {
  readonly path: string;
  readonly parameters?: ApiParameters;
  readonly absent?: { readonly path?: string; readonly parameters?: ApiParameters };
  /** Sender of the request, if the request ends its own sender. */
  readonly as?: Actor;
  /** A picture goes with the request. */
  readonly hasFile?: boolean;
}

type MakeRequest = (world: World, actor: Actor) => Ask | Promise<Ask>;

/** A request with an id in its path. */
const at = (path: (id: number) => string, id: number, parameters: ApiParameters = {}): Ask => ({
  path: path(id),
  parameters,
  absent: { path: path(NOTHING) },
});
/** A request with an id among its parameters. */
const withId = (
  path: string,
  name: string,
  id: number,
  others: ApiParameters = {},
  wrap = (n: number): unknown => n,
): Ask => ({
  path,
  parameters: { ...others, [name]: wrap(id) },
  absent: { parameters: { ...others, [name]: wrap(NOTHING) } },
});
/** A request that names a stream. */
const named = (
  path: string,
  name: string,
  stream: string,
  others: ApiParameters = {},
  wrap = (n: string): unknown => n,
): Ask => ({
  path,
  parameters: { ...others, [name]: wrap(stream) },
  absent: { parameters: { ...others, [name]: wrap('nowhere') } },
});
const plain =
  (path: string, parameters: ApiParameters = {}): MakeRequest =>
  () => ({ path, parameters });
const STREAMS = ['open', 'public', 'inside', 'outside'] as const;
/** The same request about each of the streams of the world. */
const inEach = (endpoint: string, make: (stream: StreamName, world: World, actor: Actor) => Ask | Promise<Ask>) =>
  Object.fromEntries(
    STREAMS.map((stream): [string, MakeRequest] => [
      `${endpoint} ${stream}`,
      (world, actor) => make(stream, world, actor),
    ]),
  );

const inAWeek = () => Math.floor(Date.now() / 1_000) + 7 * 86_400;
const draftFields = { type: '', to: [], topic: '', content: 'x' };
const draftOf = async (who: { client: Actor['client'] }): Promise<number> =>
  (await who.client.post('/drafts', { drafts: [draftFields] })).ids[0];
const scheduledOf = async (who: { client: Actor['client'] }, stream: number): Promise<number> =>
  (
    await who.client.post('/scheduled_messages', {
      type: 'stream',
      to: stream,
      topic: 't',
      content: 'x',
      scheduled_delivery_timestamp: inAWeek(),
    })
  ).scheduled_message_id;
const queueOf = async (who: { client: Actor['client'] }): Promise<string> =>
  (await who.client.post('/register', { event_types: ['message'] })).queue_id;
const queue = (path: string, queueId: string): Ask => ({
  path,
  parameters: { queue_id: queueId, last_event_id: -1, dont_block: true },
  absent: { parameters: { queue_id: `${queueId.slice(0, -8)}00000000`, last_event_id: -1, dont_block: true } },
});
/** An object of the actor, or of another user if the actor can have none. */
const hasAccount = ({ kind }: Actor) => !['deactivated', 'nobody', 'spectator'].includes(kind);
/** The secret of a second factor that is not confirmed; undefined if the actor may have none. */
const begunSetUp = async ({ client }: Actor): Promise<string | undefined> =>
  (await client.call('POST', '/users/me/second_factor/totp', { password: TEST_PASSWORD })).body.secret;
/** An actor with a second factor proves it by the next code. */
async function withSecondFactor(path: string, as: Actor): Promise<Ask> {
  const secret = await begunSetUp(as);
  await as.client.call('POST', '/users/me/second_factor/totp/confirm', { code: codeOf(secret) });
  return { path, parameters: { code: codeOf(secret, 1), password: TEST_PASSWORD }, as };
}
const mayInvite = ({ kind }: Actor) => ['owner', 'administrator', 'moderator', 'member'].includes(kind);
const inviteeOf = (world: World): string => `${world.name()}@example.com`;
const invitationAs = (world: World, role: Role): Ask => ({
  path: '/invites',
  parameters: { invitee_emails: inviteeOf(world), stream_ids: [], invite_as: role },
});
const invitationOf = async (world: World, { client }: { client: Actor['client'] }): Promise<number> => {
  const email = inviteeOf(world);
  await client.post('/invites', { invitee_emails: email, stream_ids: [] });
  const { invites } = await client.get('/invites');
  return invites.find((invitation: { email?: string }) => invitation.email === email).id;
};
const fieldOf = async (world: World): Promise<number> =>
  (await world.owner.client.post('/realm/profile_fields', { name: world.name(), field_type: 1 })).id;
const linkifierOf = async (world: World): Promise<number> =>
  (
    await world.owner.client.post('/realm/filters', {
      pattern: `${world.name()}-(?P<id>[0-9]+)`,
      url_template: 'https://chat.test/{id}',
    })
  ).id;
const domainOf = async (world: World): Promise<string> => {
  const domain = `${world.name()}.test`;
  await world.owner.client.post('/realm/domains', { domain, allow_subdomains: false });
  return domain;
};
const streamGroupOf = async (world: World): Promise<number> => {
  const group_name = world.name();
  const { name } = await world.stream();
  await world.owner.client.post('/default_stream_groups/create', { group_name, description: '', stream_names: [name] });
  const { realm_default_stream_groups } = await world.owner.client.post('/register', {
    event_types: ['default_stream_groups'],
  });
  return realm_default_stream_groups.find((group: { name: string }) => group.name === group_name).id;
};
const ownMessage = async (world: World, actor: Actor): Promise<number> =>
  hasAccount(actor)
    ? (await actor.client.post('/messages', { type: 'stream', to: 'inside', topic: 'own', content: 'Mine' })).id
    : world.message('open');

/** A custom emoji of `author`; where they may make none, one of the owner's. */
const emojiOf = async (world: World, author: Pick<Actor, 'email' | 'apiKey'>): Promise<Ask> => {
  const path = `/realm/emoji/${world.name()}`;
  const { status } = await world.sendPicture(author, path);
  if (status !== 200) await world.sendPicture(world.owner, path);
  return { path, absent: { path: '/realm/emoji/nowhere' } };
};

/** The request of each row of the table, by endpoint and situation. */
export const REQUESTS: Readonly<Record<string, MakeRequest>> = {
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
  'PUT /bot_storage': plain('/bot_storage', { storage: { a: 'b' } }),
  'GET /bot_storage': plain('/bot_storage'),
  'DELETE /bot_storage': plain('/bot_storage'),

  'GET /invites': plain('/invites'),
  ...inEach('POST /invites', (stream, world) =>
    withId('/invites', 'stream_ids', world.streams[stream], { invitee_emails: inviteeOf(world) }, (id) => [id]),
  ),
  'POST /invites of administrators': (world) => invitationAs(world, Role.Administrator),
  'POST /invites of owners': (world) => invitationAs(world, Role.Owner),
  'POST /invites/{id}/resend own': async (world, actor) =>
    at((id) => `/invites/${id}/resend`, await invitationOf(world, mayInvite(actor) ? actor : world.other)),
  'POST /invites/{id}/resend foreign': async (world) =>
    at((id) => `/invites/${id}/resend`, await invitationOf(world, world.other)),
  'DELETE /invites/{id} own': async (world, actor) =>
    at((id) => `/invites/${id}`, await invitationOf(world, mayInvite(actor) ? actor : world.other)),
  'DELETE /invites/{id} foreign': async (world) => at((id) => `/invites/${id}`, await invitationOf(world, world.other)),
  'POST /invites/multiuse': plain('/invites/multiuse'),
  'POST /invites/multiuse of owners': plain('/invites/multiuse', { invite_as: Role.Owner }),
  'DELETE /invites/multiuse/{id}': async ({ owner }) => {
    const { invite_link } = await owner.client.post('/invites/multiuse');
    const { invites } = await owner.client.get('/invites');
    const link = invites.find(({ link_url }: { link_url?: string }) => link_url === invite_link);
    return at((id) => `/invites/multiuse/${id}`, link.id);
  },

  'GET /user_groups': plain('/user_groups'),
  'POST /user_groups/create': (world) => ({
    path: '/user_groups/create',
    parameters: { name: world.name(), description: '', members: [] },
  }),
  'PATCH /user_groups/{user_group_id} in it': async (world, actor) =>
    at((id) => `/user_groups/${id}`, await world.group(actor.userId), { description: 'new' }),
  'PATCH /user_groups/{user_group_id} not in it': async (world) =>
    at((id) => `/user_groups/${id}`, await world.group(), { description: 'new' }),
  'DELETE /user_groups/{user_group_id} in it': async (world, actor) =>
    at((id) => `/user_groups/${id}`, await world.group(actor.userId)),
  'DELETE /user_groups/{user_group_id} not in it': async (world) =>
    at((id) => `/user_groups/${id}`, await world.group()),
  'POST /user_groups/{user_group_id}/members in it': async (world, actor) =>
    at((id) => `/user_groups/${id}/members`, await world.group(actor.userId), { add: [world.owner.userId] }),
  'POST /user_groups/{user_group_id}/members not in it': async (world) =>
    at((id) => `/user_groups/${id}/members`, await world.group(), { add: [world.owner.userId] }),
  'GET /user_groups/{user_group_id}/members': async (world) =>
    at((id) => `/user_groups/${id}/members`, await world.group()),
  'GET /user_groups/{user_group_id}/members/{user_id}': async (world) =>
    at((id) => `/user_groups/${id}/members/${world.other.userId}`, await world.group()),
  'POST /user_groups/{user_group_id}/subgroups': async (world) =>
    at((id) => `/user_groups/${id}/subgroups`, await world.group(), { add: [await world.group()] }),
  'GET /user_groups/{user_group_id}/subgroups': async (world) =>
    at((id) => `/user_groups/${id}/subgroups`, await world.group()),

  'GET /streams': plain('/streams'),
  'GET /streams all active': plain('/streams', { include_all_active: true }),
  ...inEach('GET /streams/{stream_id}', (stream, { streams }) => at((id) => `/streams/${id}`, streams[stream])),
  ...inEach('GET /get_stream_id', (stream) => named('/get_stream_id', 'stream', stream)),
  ...inEach('GET /streams/{stream_id}/members', (stream, { streams }) =>
    at((id) => `/streams/${id}/members`, streams[stream]),
  ),
  ...inEach('GET /users/me/{stream_id}/topics', (stream, { streams }) =>
    at((id) => `/users/me/${id}/topics`, streams[stream]),
  ),
  ...inEach('PATCH /streams/{stream_id}', (stream, { streams }) =>
    at((id) => `/streams/${id}`, streams[stream], { description: `${Math.random()}` }),
  ),
  'DELETE /streams/{stream_id} open': async (world) => at((id) => `/streams/${id}`, (await world.stream()).id),
  ...inEach('POST /streams/{stream_id}/delete_topic', async (stream, world) => {
    const topic = world.name();
    await world.message(stream, topic);
    return at((id) => `/streams/${id}/delete_topic`, world.streams[stream], { topic_name: topic });
  }),
  'GET /users/me/subscriptions': plain('/users/me/subscriptions'),
  'POST /users/me/subscriptions new stream': (world) => ({
    path: '/users/me/subscriptions',
    parameters: { subscriptions: [{ name: world.name() }] },
  }),
  'POST /users/me/subscriptions public': async (world) => ({
    path: '/users/me/subscriptions',
    parameters: { subscriptions: [{ name: (await world.stream()).name }] },
  }),
  'POST /users/me/subscriptions inside': plain('/users/me/subscriptions', { subscriptions: [{ name: 'inside' }] }),
  'POST /users/me/subscriptions outside': plain('/users/me/subscriptions', { subscriptions: [{ name: 'outside' }] }),
  'POST /users/me/subscriptions others': (world) => ({
    path: '/users/me/subscriptions',
    parameters: { subscriptions: [{ name: 'open' }], principals: [world.owner.userId] },
  }),
  'PATCH /users/me/subscriptions public': async (world) => ({
    path: '/users/me/subscriptions',
    parameters: { add: [{ name: (await world.stream()).name }] },
  }),
  'DELETE /users/me/subscriptions own': async (world, actor) => {
    const { name } = await world.stream();
    const principals = [hasAccount(actor) ? actor.userId : world.owner.userId];
    await world.owner.client.post('/users/me/subscriptions', { subscriptions: [{ name }], principals });
    return named('/users/me/subscriptions', 'subscriptions', name, {}, (each) => [each]);
  },
  'DELETE /users/me/subscriptions others': async (world) =>
    named(
      '/users/me/subscriptions',
      'subscriptions',
      (await world.stream()).name,
      { principals: [world.owner.userId] },
      (each) => [each],
    ),
  'DELETE /users/me/subscriptions outside': () =>
    named('/users/me/subscriptions', 'subscriptions', 'outside', {}, (each) => [each]),
  ...inEach('POST /users/me/subscriptions/properties', (stream, { streams }) =>
    withId('/users/me/subscriptions/properties', 'subscription_data', streams[stream], {}, (id) => [
      { stream_id: id, property: 'color', value: '#ff0000' },
    ]),
  ),
  ...inEach('GET /users/{user_id}/subscriptions/{stream_id}', (stream, { streams, other }) =>
    at((id) => `/users/${other.userId}/subscriptions/${id}`, streams[stream]),
  ),
  ...inEach('PATCH /users/me/subscriptions/muted_topics', (stream, { streams }) =>
    withId('/users/me/subscriptions/muted_topics', 'stream_id', streams[stream], { topic: 'topic', op: 'add' }),
  ),
  ...inEach('POST /user_topics', (stream, { streams }) =>
    withId('/user_topics', 'stream_id', streams[stream], { topic: 'topic', visibility_policy: 1 }),
  ),
  'POST /default_streams': async (world) => withId('/default_streams', 'stream_id', (await world.stream()).id),
  'DELETE /default_streams': async (world) => {
    const { id } = await world.stream();
    await world.owner.client.post('/default_streams', { stream_id: id });
    return withId('/default_streams', 'stream_id', id);
  },
  'POST /default_stream_groups/create': async (world) => ({
    path: '/default_stream_groups/create',
    parameters: { group_name: world.name(), description: '', stream_names: [(await world.stream()).name] },
  }),
  'PATCH /default_stream_groups/{group_id}': async (world) =>
    at((id) => `/default_stream_groups/${id}`, await streamGroupOf(world), { new_description: 'new' }),
  'DELETE /default_stream_groups/{group_id}': async (world) =>
    at((id) => `/default_stream_groups/${id}`, await streamGroupOf(world)),
  'PATCH /default_stream_groups/{group_id}/streams': async (world) =>
    at((id) => `/default_stream_groups/${id}/streams`, await streamGroupOf(world), {
      op: 'add',
      stream_names: [(await world.stream()).name],
    }),

  ...inEach('POST /messages', (stream, { streams }) =>
    withId('/messages', 'to', streams[stream], { type: 'stream', topic: 't', content: 'x' }),
  ),
  'POST /messages direct': ({ other }) => ({
    path: '/messages',
    parameters: { type: 'direct', to: [other.userId], content: 'x' },
  }),
  'POST /messages/render': plain('/messages/render', { content: '**x**' }),
  'POST /typing': ({ other }) => ({ path: '/typing', parameters: { op: 'start', to: [other.userId] } }),
  'GET /messages': plain('/messages', { anchor: 'newest', num_before: 5, num_after: 0 }),
  ...inEach('GET /messages of', (stream) => ({
    path: '/messages',
    parameters: { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['stream', stream]] },
    absent: { parameters: { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['stream', 'nowhere']] } },
  })),
  'GET /messages/matches_narrow': async (world) => ({
    path: '/messages/matches_narrow',
    parameters: { msg_ids: [await world.message('open')], narrow: [] },
  }),
  ...inEach('GET /messages/{message_id}', async (stream, world) =>
    at((id) => `/messages/${id}`, await world.message(stream)),
  ),
  'GET /messages/{message_id} conversation': async (world, actor) =>
    at((id) => `/messages/${id}`, await world.direct(hasAccount(actor) ? actor.userId : NOTHING, world.owner.userId)),
  'GET /messages/{message_id} foreign conversation': async (world) =>
    at((id) => `/messages/${id}`, await world.direct((await world.victim()).userId)),
  ...inEach('GET /messages/{message_id}/history', async (stream, world) =>
    at((id) => `/messages/${id}/history`, await world.message(stream)),
  ),
  ...inEach('GET /messages/{message_id}/read_receipts', async (stream, world) =>
    at((id) => `/messages/${id}/read_receipts`, await world.message(stream)),
  ),
  'GET /messages/{message_id}/read_receipts foreign conversation': async (world) =>
    at((id) => `/messages/${id}/read_receipts`, await world.direct((await world.victim()).userId)),
  'PATCH /messages/{message_id} own': async (world, actor) =>
    at((id) => `/messages/${id}`, await ownMessage(world, actor), { content: 'new' }),
  ...inEach('PATCH /messages/{message_id}', async (stream, world) =>
    at((id) => `/messages/${id}`, await world.message(stream), { content: 'new' }),
  ),
  ...inEach('PATCH /messages/{message_id} topic', async (stream, world) =>
    at((id) => `/messages/${id}`, await world.message(stream), { topic: 'new topic' }),
  ),
  'PATCH /messages/{message_id} foreign conversation': async (world) =>
    at((id) => `/messages/${id}`, await world.direct((await world.victim()).userId), { content: 'new' }),
  'DELETE /messages/{message_id} own': async (world, actor) =>
    at((id) => `/messages/${id}`, await ownMessage(world, actor)),
  ...inEach('DELETE /messages/{message_id}', async (stream, world) =>
    at((id) => `/messages/${id}`, await world.message(stream)),
  ),
  'DELETE /messages/{message_id} foreign conversation': async (world) =>
    at((id) => `/messages/${id}`, await world.direct((await world.victim()).userId)),
  ...inEach('POST /messages/{message_id}/reactions', async (stream, world) =>
    at((id) => `/messages/${id}/reactions`, await world.message(stream), { emoji_name: 'tada' }),
  ),
  'POST /messages/{message_id}/reactions foreign conversation': async (world) =>
    at((id) => `/messages/${id}/reactions`, await world.direct((await world.victim()).userId), { emoji_name: 'tada' }),
  ...inEach('DELETE /messages/{message_id}/reactions', async (stream, world, actor) => {
    const id = await world.message(stream);
    if (stream !== 'outside' && hasAccount(actor))
      await actor.client.call('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    return at((each) => `/messages/${each}/reactions`, id, { emoji_name: 'tada' });
  }),
  ...inEach('POST /messages/flags', async (stream, world) =>
    withId('/messages/flags', 'messages', await world.message(stream), { op: 'add', flag: 'starred' }, (id) => [id]),
  ),
  'POST /messages/flags/narrow': plain('/messages/flags/narrow', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [],
    op: 'add',
    flag: 'read',
  }),
  'POST /mark_all_as_read': plain('/mark_all_as_read'),
  ...inEach('POST /mark_stream_as_read', (stream, { streams }) =>
    withId('/mark_stream_as_read', 'stream_id', streams[stream]),
  ),
  ...inEach('POST /mark_topic_as_read', async (stream, world) => {
    await world.message(stream);
    return withId('/mark_topic_as_read', 'stream_id', world.streams[stream], { topic_name: 'topic' });
  }),

  'GET /drafts': plain('/drafts'),
  'POST /drafts': plain('/drafts', { drafts: [draftFields] }),
  'PATCH /drafts/{draft_id} own': async ({ other }, actor) =>
    at((id) => `/drafts/${id}`, await draftOf(hasAccount(actor) ? actor : other), { draft: draftFields }),
  'PATCH /drafts/{draft_id} foreign': async ({ other }) =>
    at((id) => `/drafts/${id}`, await draftOf(other), { draft: draftFields }),
  'DELETE /drafts/{draft_id} own': async ({ other }, actor) =>
    at((id) => `/drafts/${id}`, await draftOf(hasAccount(actor) ? actor : other)),
  'DELETE /drafts/{draft_id} foreign': async ({ other }) => at((id) => `/drafts/${id}`, await draftOf(other)),
  'GET /scheduled_messages': plain('/scheduled_messages'),
  ...inEach('POST /scheduled_messages', (stream, { streams }) =>
    withId('/scheduled_messages', 'to', streams[stream], {
      type: 'stream',
      topic: 't',
      content: 'x',
      scheduled_delivery_timestamp: inAWeek(),
    }),
  ),
  'PATCH /scheduled_messages/{scheduled_message_id} own': async ({ other, streams }, actor) =>
    at((id) => `/scheduled_messages/${id}`, await scheduledOf(hasAccount(actor) ? actor : other, streams.inside), {
      content: 'new',
    }),
  'PATCH /scheduled_messages/{scheduled_message_id} foreign': async ({ other, streams }) =>
    at((id) => `/scheduled_messages/${id}`, await scheduledOf(other, streams.inside), { content: 'new' }),
  'DELETE /scheduled_messages/{scheduled_message_id} own': async ({ other, streams }, actor) =>
    at((id) => `/scheduled_messages/${id}`, await scheduledOf(hasAccount(actor) ? actor : other, streams.inside)),
  'DELETE /scheduled_messages/{scheduled_message_id} foreign': async ({ other, streams }) =>
    at((id) => `/scheduled_messages/${id}`, await scheduledOf(other, streams.inside)),

  'PATCH /realm': plain('/realm', { description: 'New' }),
  'PATCH /realm/user_settings_defaults': plain('/realm/user_settings_defaults', { enter_sends: true }),
  'POST /realm/deactivate': async (world, actor) => ({
    path: '/realm/deactivate',
    ...(actor.kind === 'owner' && { as: await world.elsewhere(actor) }),
  }),
  'GET /realm/domains': plain('/realm/domains'),
  'POST /realm/domains': (world) => ({
    path: '/realm/domains',
    parameters: { domain: `${world.name()}.test`, allow_subdomains: false },
  }),
  'PATCH /realm/domains/{domain}': async (world) => ({
    path: `/realm/domains/${await domainOf(world)}`,
    parameters: { allow_subdomains: true },
  }),
  'DELETE /realm/domains/{domain}': async (world) => ({ path: `/realm/domains/${await domainOf(world)}` }),
  'POST /realm/playgrounds': (world) => ({
    path: '/realm/playgrounds',
    parameters: { name: world.name(), highlighter_language: 'python', url_prefix: 'https://chat.test/?' },
  }),
  'DELETE /realm/playgrounds/{playground_id}': async (world) => {
    const { id } = await world.owner.client.post('/realm/playgrounds', {
      name: world.name(),
      highlighter_language: 'python',
      url_prefix: 'https://chat.test/?',
    });
    return at((each) => `/realm/playgrounds/${each}`, id);
  },
  'GET /realm/emoji': plain('/realm/emoji'),
  'POST /realm/emoji/{emoji_name}': (world) => ({ path: `/realm/emoji/${world.name()}`, hasFile: true }),
  'DELETE /realm/emoji/{emoji_name} own': async (world, actor) =>
    emojiOf(world, hasAccount(actor) ? actor : world.owner),
  'DELETE /realm/emoji/{emoji_name} foreign': async (world) => emojiOf(world, world.other),
  'GET /realm/linkifiers': plain('/realm/linkifiers'),
  'POST /realm/filters': (world) => ({
    path: '/realm/filters',
    parameters: { pattern: `${world.name()}-(?P<id>[0-9]+)`, url_template: 'https://chat.test/{id}' },
  }),
  'PATCH /realm/filters/{filter_id}': async (world) =>
    at((id) => `/realm/filters/${id}`, await linkifierOf(world), {
      pattern: `${world.name()}-(?P<id>[0-9]+)`,
      url_template: 'https://chat.test/{id}',
    }),
  'DELETE /realm/filters/{filter_id}': async (world) => at((id) => `/realm/filters/${id}`, await linkifierOf(world)),
  'GET /realm/profile_fields': plain('/realm/profile_fields'),
  'POST /realm/profile_fields': (world) => ({
    path: '/realm/profile_fields',
    parameters: { name: world.name(), field_type: 1 },
  }),
  'PATCH /realm/profile_fields': async (world) => {
    await fieldOf(world);
    const { custom_fields } = await world.owner.client.get('/realm/profile_fields');
    return { path: '/realm/profile_fields', parameters: { order: custom_fields.map(({ id }: { id: number }) => id) } };
  },
  'PATCH /realm/profile_fields/{field_id}': async (world) =>
    at((id) => `/realm/profile_fields/${id}`, await fieldOf(world), { hint: 'new' }),
  'DELETE /realm/profile_fields/{field_id}': async (world) =>
    at((id) => `/realm/profile_fields/${id}`, await fieldOf(world)),
};
