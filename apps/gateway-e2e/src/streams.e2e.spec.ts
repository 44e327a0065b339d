import { Role } from '@chat/contracts';
import { eventually, WireCheck } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiParameters } from './support/api-client.js';
import { LiveQueue, type WireEvent } from './support/event-queue.js';
import { Organization, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

let system: SharedSystem;
let organization: Organization;
let wire: WireCheck;
let admin: TestUser;
let ana: TestUser;
let ben: TestUser;
let guest: TestUser;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  admin = await organization.addUser('Ada Admin', Role.Administrator);
  ana = await organization.addUser('Ana Member');
  ben = await organization.addUser('Ben Member');
  guest = await organization.addUser('Gil Guest', Role.Guest);
  await organization.owner.client.patch('/realm', { enable_spectator_access: true });
  wire = await WireCheck.create();
}, 240_000);
afterAll(async () => {
  await organization?.close();
}, 60_000);

const TYPES = ['subscription', 'stream', 'default_streams', 'default_stream_groups'];
const registration: ApiParameters = {
  event_types: TYPES,
  fetch_event_types: TYPES,
  include_subscribers: true,
  client_capabilities: { notification_settings_null: true },
};

type Row = Record<string, unknown> & { stream_id: number; subscribers: number[] };

/** State of a client about streams: by id, so that the order does not matter. */
interface Known {
  readonly subscribed: Map<number, Row>;
  /** Visible streams without a subscription, with the fields that `stream` events carry. */
  readonly others: Map<number, Row>;
  readonly streams: Map<number, Row>;
  defaults: unknown;
  groups: unknown;
}

const SETTINGS = ['color', 'is_muted', 'in_home_view', 'pin_to_top', 'email_address', 'stream_weekly_traffic'];

function withoutSettings(row: Row): Row {
  const entries = Object.entries(row).filter(([name]) => !SETTINGS.includes(name) && !/_notif(y|ications)$/.test(name));
  return Object.fromEntries(entries) as Row;
}

const byId = (rows: Row[]): Map<number, Row> =>
  new Map(
    rows.map((row) => [row.stream_id, { ...row, subscribers: [...(row.subscribers ?? [])].sort((a, b) => a - b) }]),
  );

// biome-ignore lint/suspicious/noExplicitAny: a registration as it came.
function known(state: any): Known {
  return {
    subscribed: byId(state.subscriptions),
    others: byId([...state.unsubscribed, ...state.never_subscribed].map(withoutSettings)),
    streams: byId(state.streams),
    defaults: state.realm_default_streams,
    groups: state.realm_default_stream_groups,
  };
}

/** The effect of an event on the state of a client. */
function apply(state: Known, event: WireEvent, userId: number): void {
  const { subscribed, others, streams } = state;
  const all = [subscribed, others, streams];
  switch (`${event.type} ${event.op ?? ''}`.trim()) {
    case 'stream create':
      for (const stream of event.streams) {
        streams.set(stream.stream_id, { ...stream, subscribers: [] });
        if (!subscribed.has(stream.stream_id)) others.set(stream.stream_id, { ...stream, subscribers: [] });
      }
      return;
    case 'stream delete':
      for (const { stream_id: id } of event.streams) for (const list of all) list.delete(id);
      return;
    case 'stream update':
      for (const list of all) {
        const row = list.get(event.stream_id);
        if (!row || (list !== subscribed && SETTINGS.includes(event.property))) continue;
        const { id: _, type: __, op: ___, stream_id: ____, property, value, name: _____, ...more } = event;
        Object.assign(row, more, { [property]: value });
      }
      return;
    case 'subscription add':
      for (const row of event.subscriptions) {
        others.delete(row.stream_id);
        subscribed.set(row.stream_id, { ...row, subscribers: [...row.subscribers].sort((a, b) => a - b) });
      }
      return;
    case 'subscription remove':
      for (const { stream_id: id } of event.subscriptions) {
        const row = subscribed.get(id);
        subscribed.delete(id);
        if (row)
          others.set(id, { ...withoutSettings(row), subscribers: row.subscribers.filter((peer) => peer !== userId) });
      }
      return;
    case 'subscription update':
      Object.assign(subscribed.get(event.stream_id) ?? {}, { [event.property]: event.value });
      return;
    case 'subscription peer_add':
    case 'subscription peer_remove':
      for (const id of event.stream_ids) {
        for (const list of [subscribed, others]) {
          const row = list.get(id);
          if (!row) continue;
          const peers = new Set(row.subscribers);
          for (const peer of event.user_ids) event.op === 'peer_add' ? peers.add(peer) : peers.delete(peer);
          row.subscribers = [...peers].sort((a, b) => a - b);
        }
      }
      return;
    case 'default_streams':
      state.defaults = event.default_streams;
      return;
    case 'default_stream_groups':
      state.groups = event.default_stream_groups;
      return;
  }
}

/** By id; subscribers are no part of `streams`. */
const comparable = ({ subscribed, others, streams, defaults, groups }: Known) => ({
  subscribed: Object.fromEntries(subscribed),
  others: Object.fromEntries(others),
  streams: Object.fromEntries([...streams].map(([id, { subscribers: _, ...row }]) => [id, row])),
  defaults,
  groups,
});

describe('changes of streams', () => {
  it('give every client by events the state of a later registration', async () => {
    const people = [organization.owner, admin, ana, ben, guest];
    const queues = await Promise.all(people.map(({ client }) => LiveQueue.register(client, registration)));
    const { client } = ana;
    const idOf = async (name: string): Promise<number> => {
      const { streams } = await organization.owner.client.get('/streams', { include_all_active: true });
      return streams.find((stream: Row) => stream['name'] === name).stream_id;
    };
    const subscribe = (user: TestUser, names: string[], more: ApiParameters = {}) =>
      user.client.post('/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })), ...more });

    await subscribe(ana, ['one', 'two', 'three'], { principals: [ana.userId, ben.userId, guest.userId] });
    await subscribe(ana, ['hidden'], { invite_only: true });
    await subscribe(ana, ['club'], { invite_only: true, history_public_to_subscribers: true });
    await subscribe(organization.owner, ['world'], { is_web_public: true });
    await subscribe(ben, ['one', 'bens']);
    await subscribe(ana, ['club'], { principals: [ben.userId, guest.userId] });
    await client.delete('/users/me/subscriptions', { subscriptions: ['two'] });
    await admin.client.delete('/users/me/subscriptions', { subscriptions: ['one'], principals: [guest.userId] });
    await client.delete('/users/me/subscriptions', { subscriptions: ['club'] });
    await client.post('/users/me/subscriptions/properties', {
      subscription_data: [
        { stream_id: await idOf('one'), property: 'is_muted', value: true },
        { stream_id: await idOf('one'), property: 'color', value: '#00ff00' },
        { stream_id: await idOf('three'), property: 'desktop_notifications', value: true },
      ],
    });
    await admin.client.patch(`/streams/${await idOf('three')}`, {
      new_name: 'drei',
      description: 'a *new* text',
      stream_post_policy: 4,
    });
    await admin.client.patch(`/streams/${await idOf('hidden')}`, { new_name: 'well hidden' });
    await admin.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'bens' }] });
    await admin.client.patch(`/streams/${await idOf('bens')}`, { is_private: true });
    await organization.owner.client.patch(`/streams/${await idOf('one')}`, { is_web_public: true });
    await organization.owner.client.patch(`/streams/${await idOf('drei')}`, { message_retention_days: '"unlimited"' });
    await admin.client.post('/default_streams', { stream_id: await idOf('two') });
    await admin.client.post('/default_stream_groups/create', {
      group_name: 'Fun',
      description: 'things',
      stream_names: ['drei'],
    });
    await subscribe(ben, ['doomed']);
    await admin.client.delete(`/streams/${await idOf('doomed')}`);
    await client.post('/messages', { type: 'stream', to: 'one', topic: 't', content: 'hello' });
    await client.delete('/users/me/subscriptions', { subscriptions: ['well hidden'] });

    await subscribe(organization.owner, ['the end'], { principals: people.map(({ userId }) => userId) });
    for (const [place, queue] of queues.entries()) {
      const person = people[place] as TestUser;
      await queue.next(
        (event) => event['op'] === 'add' && event['subscriptions']?.some((row: Row) => row['name'] === 'the end'),
      );
      // Later effects of the last stream's creation arrive after its event, so the state is compared after them.
      await queue.next((event) => event['property'] === 'first_message_id' && event['name'] === 'the end');
      const fresh = await queue.client.post('/register', registration);

      const state = known(queue.state);
      for (const event of queue.events) apply(state, event, person.userId);

      expect(queue.violations).toEqual([]);
      expect({ who: person.fullName, ...comparable(state) }).toEqual({
        who: person.fullName,
        ...comparable(known(fresh)),
      });
      expect(
        wire.answer({ method: 'POST', path: '/register', parameters: registration, status: 200, body: fresh }),
      ).toEqual([]);
      expect(queue.events.flatMap((event) => wire.event(event))).toEqual([]);
      await queue.stop();
    }
  }, 60_000);
});

describe('new users', () => {
  it('are subscribed to the default streams', async () => {
    await organization.owner.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'hello' }] });
    const { stream_id: id } = await organization.owner.client.get('/get_stream_id', { stream: 'hello' });
    await admin.client.post('/default_streams', { stream_id: id });

    const fresh = await organization.addUser('Nora New');

    await eventually(async () => {
      const { subscriptions } = await fresh.client.get('/users/me/subscriptions');
      return subscriptions.some((row: Row) => row['name'] === 'hello');
    });
  });
});

describe('the endpoints of streams', () => {
  it('respond according to the schema, also with errors', async () => {
    const { client } = organization.owner;
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'schema' }] });
    const { stream_id: id } = await client.get('/get_stream_id', { stream: 'schema' });
    const { id: messageId } = await client.post('/messages', { type: 'stream', to: id, topic: 't', content: '*c*' });
    const calls: [string, string, ApiParameters?][] = [
      ['GET', '/streams', { include_default: true, include_all_active: true }],
      ['GET', `/streams/${id}`],
      ['GET', `/streams/${id}/members`],
      ['GET', '/get_stream_id', { stream: 'schema' }],
      ['GET', `/users/me/${id}/topics`],
      ['GET', `/users/${organization.owner.userId}/subscriptions/${id}`],
      ['GET', '/users/me/subscriptions', { include_subscribers: true }],
      ['GET', `/messages/${messageId}`],
      ['POST', '/messages', { type: 'private', to: [ana.email], content: 'hi' }],
      ['POST', '/messages', { type: 'direct', to: [ana.userId, ben.userId], content: 'hi' }],
      ['POST', '/messages', { type: 'stream', to: 'schema', subject: 'old name', content: 'hi' }],
      ['POST', '/messages', { type: 'stream', to: 'no such', topic: 't', content: 'hi' }],
      ['POST', '/messages/render', { content: '**x**' }],
      ['POST', '/typing', { op: 'start', to: [ana.userId] }],
      ['POST', '/typing', { op: 'start', type: 'stream', to: [id], topic: 't' }],
      ['POST', '/users/me/subscriptions', { subscriptions: [{ name: 'schema' }, { name: 'schema 2' }] }],
      ['PATCH', '/users/me/subscriptions', { add: [{ name: 'schema 3', color: '#aabbcc' }], delete: ['schema 2'] }],
      ['POST', '/users/me/subscriptions/properties', { subscription_data: [] }],
      ['DELETE', '/users/me/subscriptions', { subscriptions: ['schema 3', 'schema 2'] }],
      ['DELETE', '/users/me/subscriptions', { subscriptions: ['no such'] }],
      ['PATCH', `/streams/${id}`, { description: 'd', is_announcement_only: true }],
      ['PATCH', '/streams/999999', { description: 'd' }],
      ['POST', '/default_streams', { stream_id: id }],
      ['DELETE', '/default_streams', { stream_id: id }],
      ['DELETE', `/streams/${id}`],
    ];
    const faults: string[] = [];
    const statuses: Record<string, number> = {};
    for (const [method, path, parameters] of calls) {
      const answer = await client.call(method, path, parameters);
      faults.push(...wire.answer({ method, path, parameters: parameters ?? {}, ...answer }));
      const isRefused = /no such|999999/.test(JSON.stringify([path, parameters]));
      if (answer.status !== (isRefused ? 400 : 200)) statuses[`${method} ${path} ${answer.body.msg}`] = answer.status;
    }

    expect({ faults, statuses }).toEqual({ faults: [], statuses: {} });
  });

  it('let spectators read only web-public streams', async () => {
    const { client } = organization.owner;
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }], is_web_public: true });
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'closed' }] });
    const send = async (to: string) =>
      (await client.post('/messages', { type: 'stream', to, topic: 't', content: 'c' })).id;
    const [open, closed] = [await send('open'), await send('closed')];
    const spectator = organization.anonymous();

    expect((await spectator.get(`/messages/${open}`)).message).toMatchObject({ flags: ['read'], subject: 't' });
    expect((await spectator.call('GET', `/messages/${closed}`)).body.msg).toBe('Invalid message(s)');
    spectator.close();
  });
});
