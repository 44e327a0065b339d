import { ChatClient } from '@chat/chat-client';
import { Role, type sendMessage } from '@chat/contracts';
import { type ComparableState, comparableState, eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

let system: SharedSystem;
let organization: Organization;
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  ana = await organization.addUser('Ana Author', Role.Administrator);
  ben = await organization.addUser('Ben Builder');
}, 180_000);
afterAll(async () => {
  // Throws if a response or event broke its schema.
  await organization?.close();
}, 60_000);

const MODERN = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
};
const KINDS: [string, Record<string, unknown>][] = [
  ['that declares every capability', { client_capabilities: MODERN, include_subscribers: true, apply_markdown: true }],
  ['that declares none', { include_subscribers: true, client_extavatar: false }],
];

/** Changes of many kinds, each by a user with the right to it; later changes use the objects of earlier ones. */
async function changeEverything(name: string): Promise<void> {
  const { client } = ana;
  const mine = ben.client;
  await client.post('/users/me/subscriptions', {
    subscriptions: [{ name, description: 'Where things *begin*' }],
    principals: [ana.userId, ben.userId],
  });
  const { stream_id } = await client.get('/get_stream_id', { stream: name });
  const { id } = await client.post('/messages', {
    type: 'stream',
    to: name,
    topic: 'first',
    content: `Hello @**Ben Builder**`,
  });
  await client.post('/messages', { type: 'direct', to: [ben.userId], content: 'Only for you' });
  await mine.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await mine.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  await mine.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
  await mine.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id, property: 'color', value: '#76ce90' }],
  });
  await mine.patch('/users/me/subscriptions/muted_topics', { stream_id, topic: 'first', op: 'add' });
  await client.patch(`/streams/${stream_id}`, { description: 'Where things end' });
  await client.patch(`/streams/${stream_id}`, { new_name: `${name} renamed` });
  await mine.post('/drafts', { drafts: [{ type: 'stream', to: [stream_id], topic: 'first', content: 'Soon' }] });
  await mine.post('/users/me/status', { status_text: `in ${name}`, emoji_name: 'house' });
  await mine.post('/users/me/alert_words', { alert_words: [name] });
  await mine.patch('/settings', { color_scheme: 2, twenty_four_hour_time: true, enable_sounds: false });
  await client.patch(`/users/${ben.userId}`, { full_name: `Ben of ${name}` });
  await client.post('/user_groups/create', {
    name: `group ${name}`,
    description: 'Some',
    members: [ana.userId, ben.userId],
  });
  await client.post('/realm/profile_fields', { name: `Field ${name}`, hint: 'h', field_type: 1 });
  await client.patch('/realm', { description: `Home of ${name}` });
  await client.patch('/realm/user_settings_defaults', { color_scheme: 3 });
  await client.post('/realm/filters', { pattern: `${name}-(?P<n>[0-9]+)`, url_template: 'https://x.org/{n}' });
  const joined = await client.post('/users', {
    email: `${name}@x.org`,
    password: 'correct horse 7 battery',
    full_name: `New ${name}`,
  });
  await client.delete(`/users/${joined.user_id}`);
  await mine.delete('/users/me/subscriptions', { subscriptions: [`${name} renamed`] });
}

/** The first fields in which two states differ, for a message that can be read. */
function differences(known: ComparableState, fresh: ComparableState): Record<string, unknown> {
  const names = new Set([...Object.keys(known), ...Object.keys(fresh)]);
  const different = [...names].filter((name) => JSON.stringify(known[name]) !== JSON.stringify(fresh[name]));
  return Object.fromEntries(different.map((name) => [name, { known: known[name], fresh: fresh[name] }]));
}

describe('the state of a client', () => {
  it.each(KINDS)('equals the state of a new registration, for a client %s', async (_, registration) => {
    const name = `s${KINDS.findIndex(([, each]) => each === registration)}`;
    const follower = new ChatClient(ben.client);
    await follower.follow(registration);

    await changeEverything(name);

    await eventually(
      async () => {
        const fresh = await ben.client.post('/register', registration);
        await ben.client.delete('/events', { queue_id: fresh.queue_id });
        expect(differences(comparableState(follower.state.toWire()), comparableState(fresh))).toEqual({});
        return true;
      },
      { withinMs: 10_000, what: 'the known state' },
    ).finally(() => follower.unfollow());
  });
});

it('the example in the README of the client library sees its own message', async () => {
  const api = ben.client;
  const content = 'The third draft';
  const drawn: string[][] = [];
  await ana.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'logos' }],
    principals: [ana.userId, ben.userId],
  });
  const streamId = (await api.get('/get_stream_id', { stream: 'logos' })).stream_id;

  const client = new ChatClient(api);
  client.onChange((changes) => drawn.push([...changes.keys()]));
  await client.follow({ slim_presence: true });
  const view = client.messages.view([{ operator: 'stream', operand: streamId }]);
  await view.open('first_unread');
  const { id } = await api.post<typeof sendMessage>('/messages', {
    type: 'stream',
    to: streamId,
    topic: 'logo',
    content,
  });
  await eventually(() => view.snapshot().ids.includes(id));
  expect(client.state.records('realm_users').get(ana.userId)?.full_name).toBe('Ana Author');
  await client.unfollow();

  expect(drawn.flat()).toEqual(expect.arrayContaining(['realm_users', 'messages']));
});
