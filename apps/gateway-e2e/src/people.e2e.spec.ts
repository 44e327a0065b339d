import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiParameters } from './support/api-client.js';
import { LiveQueue, type WireEvent } from './support/event-queue.js';
import { Organization, TEST_PASSWORD, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

let system: SharedSystem;
let organization: Organization;
let owner: TestUser;
let member: TestUser;
let guest: TestUser;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  owner = organization.owner;
  member = await organization.addUser('Mia Member');
  guest = await organization.addUser('Gil Guest', Role.Guest);
}, 180_000);
afterAll(async () => {
  await organization?.close();
}, 60_000);

const TYPES = [
  ...['realm_user', 'realm_user_groups', 'user_group', 'user_settings', 'user_status', 'alert_words', 'muted_users'],
  ...['update_display_settings', 'update_global_notifications'],
];
const registration = (clientExtavatar: boolean, userSettingsObject: boolean): ApiParameters => ({
  event_types: TYPES,
  fetch_event_types: TYPES,
  client_extavatar: clientExtavatar,
  client_capabilities: { notification_settings_null: true, user_settings_object: userSettingsObject },
});

// biome-ignore lint/suspicious/noExplicitAny: state as it stands on the wire.
type State = Record<string, any>;
type Fields = Record<string, unknown>;

const withRoleFields = (person: State, role: number): State => ({
  ...person,
  role,
  is_admin: role <= 200,
  is_owner: role === 100,
  is_guest: role === 600,
});

/** The effect of a `realm_user` event on the state of a client. */
function withUser(state: State, { op, person }: WireEvent): State {
  const everybody = [...state.realm_users, ...state.realm_non_active_users] as State[];
  const known = everybody.find((user) => user.user_id === person.user_id);
  const others = (users: State[]) => users.filter((user) => user.user_id !== person.user_id);
  if (op === 'add') {
    const { is_active: _, ...user } = person;
    return {
      ...state,
      realm_users: [...others(state.realm_users), user],
      realm_non_active_users: others(state.realm_non_active_users),
    };
  }
  if (op === 'remove') {
    return {
      ...state,
      realm_users: others(state.realm_users),
      realm_non_active_users: [...others(state.realm_non_active_users), known],
    };
  }
  const { user_id: userId, new_email: newEmail, avatar_source: source, avatar_url_medium: medium, ...fields } = person;
  const changed: Fields = { ...fields, ...(newEmail !== undefined && { email: newEmail }) };
  const merge = (user: State): State => {
    if (user.user_id !== userId) return user;
    if (person.custom_profile_field) return withProfileValue(user, person.custom_profile_field);
    const next = { ...user, ...changed };
    if (source === 'G' && computesPictures(state) && next.delivery_email !== null) next['avatar_url'] = null;
    return changed['role'] === undefined ? next : withRoleFields(next, changed['role'] as number);
  };
  const next: State = {
    ...state,
    realm_users: state.realm_users.map(merge),
    realm_non_active_users: state.realm_non_active_users.map(merge),
  };
  if (userId !== state.user_id) return next;
  return { ...next, ...ownFields(changed, source, medium) };
}

/** As registered: the pictures of the system's bots are null for clients that compute them. */
const computesPictures = ({ cross_realm_bots: bots }: State): boolean =>
  bots.every((bot: State) => bot.avatar_url === null);

function withProfileValue(user: State, { id, ...value }: State): State {
  const { [id]: _, ...others } = user.profile_data;
  return { ...user, profile_data: value.value === null ? others : { ...others, [id]: value } };
}

/** The fields about oneself that register has at the top level. */
function ownFields(changed: Fields, source: unknown, medium: unknown): Fields {
  const own: Fields = {};
  for (const name of ['email', 'delivery_email', 'full_name'])
    if (changed[name] !== undefined) own[name] = changed[name];
  if (source !== undefined) {
    Object.assign(own, { avatar_source: source, avatar_url_medium: medium });
    own['avatar_url'] = changed['avatar_url'];
  }
  return own;
}

function withGroup(state: State, event: WireEvent): State {
  const groups = state.realm_user_groups as State[];
  const change = (to: (group: State) => Fields): State => ({
    ...state,
    realm_user_groups: groups.map((group) => (group.id === event.group_id ? { ...group, ...to(group) } : group)),
  });
  const ascending = (ids: number[]) => [...ids].sort((a, b) => a - b);
  switch (event.op) {
    case 'add':
      return { ...state, realm_user_groups: [...groups, event.group] };
    case 'remove':
      return { ...state, realm_user_groups: groups.filter((group) => group.id !== event.group_id) };
    case 'update':
      return change(() => event.data);
    case 'add_members':
      return change((group) => ({ members: ascending([...group.members, ...event.user_ids]) }));
    case 'remove_members':
      return change((group) => ({ members: group.members.filter((id: number) => !event.user_ids.includes(id)) }));
    case 'add_subgroups':
      return change((group) => ({
        direct_subgroup_ids: ascending([...group.direct_subgroup_ids, ...event.direct_subgroup_ids]),
      }));
    default:
      return change((group) => ({
        direct_subgroup_ids: group.direct_subgroup_ids.filter((id: number) => !event.direct_subgroup_ids.includes(id)),
      }));
  }
}

function withStatus(state: State, { user_id: userId, ...event }: WireEvent): State {
  const status: Fields = { ...state.user_status[userId] };
  if (event.away !== undefined) status['away'] = event.away;
  if (event.status_text !== undefined) status['status_text'] = event.status_text;
  if (event.emoji_name !== undefined) {
    const { emoji_name, emoji_code, reaction_type } = event;
    Object.assign(status, { emoji_name, emoji_code, reaction_type });
    if (emoji_name === '') for (const name of ['emoji_name', 'emoji_code', 'reaction_type']) delete status[name];
  }
  if (event.scheduled_end_time !== undefined) status['scheduled_end_time'] = event.scheduled_end_time;
  if (!status['scheduled_end_time']) delete status['scheduled_end_time'];
  if (!status['away']) delete status['away'];
  if (!status['status_text']) delete status['status_text'];
  const { [userId]: _, ...others } = state.user_status;
  return { ...state, user_status: Object.keys(status).length === 0 ? others : { ...others, [userId]: status } };
}

function applied(state: State, event: WireEvent): State {
  switch (event.type) {
    case 'realm_user':
      return withUser(state, event);
    case 'user_group':
      return withGroup(state, event);
    case 'user_status':
      return withStatus(state, event);
    case 'user_settings':
      return { ...state, user_settings: { ...state.user_settings, [event.property]: event.value } };
    case 'update_display_settings':
      return { ...state, [event.setting_name]: event.setting };
    case 'update_global_notifications':
      return { ...state, [event.notification_name]: event.setting };
    default:
      return { ...state, [event.type]: event[event.type] };
  }
}

/** State without the fields of the queue, in an order that does not depend on its history. */
function comparable({ queue_id: _, last_event_id: __, ...state }: State): State {
  const byId = (users: State[]) => [...users].sort((a, b) => a.user_id - b.user_id);
  return {
    ...state,
    realm_users: byId(state.realm_users),
    realm_non_active_users: byId(state.realm_non_active_users),
  };
}

describe('the state of a client', () => {
  it('equals by events the state of a later registration, for every reader and change', async () => {
    const admin = await organization.addUser('Ada Admin', Role.Administrator);
    const field = await admin.client.post('/realm/profile_fields', { field_type: 1, name: 'Mood' });
    const readers: [TestUser, ApiParameters][] = [
      [owner, registration(true, true)],
      [member, registration(false, false)],
      [guest, registration(true, false)],
    ];
    const queues = await Promise.all(readers.map(([user, options]) => LiveQueue.register(user.client, options)));

    const { user_id: newId } = await admin.client.post('/users', {
      email: `new@${organization.host}`,
      full_name: 'Nina New',
      password: TEST_PASSWORD,
    });
    const { api_key: key } = await organization
      .anonymous()
      .post('/fetch_api_key', { username: `new@${organization.host}`, password: TEST_PASSWORD });
    const nina = organization.clientFor(`new@${organization.host}`, key);
    await nina.patch('/settings', {
      full_name: 'Nina Renamed',
      timezone: 'Europe/Lisbon',
      email_address_visibility: 3,
    });
    await nina.patch('/users/me/profile_data', { data: [{ id: field.id, value: '*fine*' }] });
    await nina.post('/users/me/status', { status_text: 'new here', emoji_name: 'car' });
    await nina.post('/users/me/status', { away: true, emoji_name: '' });
    await admin.client.patch(`/users/${newId}`, { role: 300 });
    await admin.client.patch(`/users/${member.userId}`, { role: 200, full_name: 'Mia Promoted' });
    await member.client.patch('/settings', {
      dense_mode: false,
      enable_sounds: false,
      send_read_receipts: false,
      default_language: 'de',
    });
    await member.client.post('/users/me/alert_words', { alert_words: ['release', 'outage'] });
    await member.client.post(`/users/me/muted_users/${guest.userId}`);
    await member.client.post('/user_groups/create', { name: 'night shift', description: 'd', members: [guest.userId] });
    const { user_groups: groups } = await member.client.get('/user_groups');
    const groupId = groups.find((group: State) => group.name === 'night shift').id;
    await member.client.post(`/user_groups/${groupId}/members`, { add: [newId], delete: [guest.userId] });
    await member.client.post('/user_groups/create', { name: 'shifts', description: '', members: [] });
    const outer = (await member.client.get('/user_groups')).user_groups.at(-1).id;
    await member.client.post(`/user_groups/${outer}/subgroups`, { add: [groupId] });
    await member.client.patch(`/user_groups/${groupId}`, { name: 'late shift', description: 'later' });
    await member.client.delete(`/user_groups/${groupId}`);
    await admin.client.delete(`/users/${newId}`);
    await admin.client.post(`/users/${newId}/reactivate`);
    await admin.client.patch(`/users/${member.userId}`, { role: 400 });
    // A marker of a kind that every queue here gets.
    await owner.client.post('/users/me/status', { status_text: 'the end' });

    for (const [index, queue] of queues.entries()) {
      const [user, options] = readers[index] as [TestUser, ApiParameters];
      await queue.next((event) => event.type === 'user_status' && event.status_text === 'the end');
      const state = queue.events.reduce(applied, queue.state as State);
      const later = await user.client.post('/register', options);
      expect(comparable(state)).toEqual(comparable(later));
      expect(queue.violations).toEqual([]);
      await queue.stop();
    }
  }, 60_000);
});

describe('the own account', () => {
  it('is shown by id and by address; unknown ids are refused', async () => {
    const own = await member.client.get('/users/me');
    expect(own).toMatchObject({ user_id: member.userId, email: member.email, max_message_id: expect.any(Number) });
    const { user } = await guest.client.get(`/users/${member.email}`);
    expect(user).toEqual((await guest.client.get(`/users/${member.userId}`)).user);
    const missing = await guest.client.call('GET', '/users/999999');
    expect(missing).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', msg: 'No such user' } });
    const ignored = await guest.client.get('/users', { nonsense: 1 });
    expect(ignored.ignored_parameters_unsupported).toEqual(['nonsense']);
  });

  it('has a key that every service refuses after its replacement', async () => {
    const ana = await organization.addUser('Ana Key');

    const { api_key: fresh } = await ana.client.post('/users/me/api_key/regenerate');

    expect((await ana.client.call('GET', '/users/me')).status).toBe(401);
    expect((await organization.clientFor(ana.email, fresh).get('/users/me')).user_id).toBe(ana.userId);
  });

  it('accepts settings under the old paths with the old names', async () => {
    await member.client.patch('/settings/notifications', { notification_sound: 'ding' });
    const refused = await member.client.call('PATCH', '/settings/display', { color_scheme: 9, full_name: 'Not Me' });

    expect(refused).toMatchObject({ status: 400, body: { msg: 'Invalid color_scheme' } });
    expect((await member.client.get('/users/me')).full_name).not.toBe('Not Me');
  });
});

describe('creating users', () => {
  it.each([
    ['member', () => member],
    ['guest', () => guest],
  ])('is refused for a %s', async (_, actor) => {
    const parameters = { email: 'x@y.example', password: TEST_PASSWORD, full_name: 'X Y' };
    const refused = await actor().client.call('POST', '/users', parameters);
    expect(refused).toMatchObject({ status: 400, body: { result: 'error' } });
  });

  it('refuses an address in use, and a missing parameter by its name', async () => {
    const taken = { email: member.email, password: TEST_PASSWORD, full_name: 'X Y' };
    const refused = await owner.client.call('POST', '/users', taken);
    expect(refused.body).toEqual({ result: 'error', msg: `Email '${member.email}' already in use` });
    const missing = await owner.client.call('POST', '/users', { email: 'x@y.example', full_name: 'X Y' });
    expect(missing.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'password' });
  });
});
