import { eventShardPrefix, Role, shardOfQueueId } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { LiveQueue, type WireEvent } from './support/event-queue.js';
import { Organization, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

/** On a busy machine. */
const PATIENT = { withinMs: 60_000 };

let system: SharedSystem;
let organization: Organization;
let owner: TestUser;
let ana: TestUser;
let ben: TestUser;
let cleo: TestUser;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  owner = organization.owner;
  ana = await organization.addUser('Ana Author');
  ben = await organization.addUser('Ben Bystander');
  cleo = await organization.addUser('Cleo Comes');
}, 180_000);
afterAll(async () => {
  // Throws if a response or event broke its schema.
  await organization?.close();
}, 60_000);

async function stream(name: string, members: TestUser[], kind: Record<string, unknown> = {}): Promise<number> {
  const principals = [owner, ...members].map(({ userId }) => userId);
  await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name }], principals, ...kind });
  return (await owner.client.get('/get_stream_id', { stream: name })).stream_id;
}
const send = async (to: number, topic: string): Promise<number> =>
  (await ana.client.post('/messages', { type: 'stream', to, topic, content: 'Hello' })).id;
const move = (messageId: number, to: number) =>
  owner.client.patch(`/messages/${messageId}`, { stream_id: to, send_notification_to_new_thread: false });
const about =
  (messageId: number) =>
  (event: WireEvent): boolean =>
    event['message_ids']?.includes(messageId) || event['message']?.id === messageId;
const typesAbout = (queue: LiveQueue, messageId: number) =>
  queue.events.filter(about(messageId)).map(({ type }) => type);

describe('a move between streams', () => {
  it('reaches followers of all public streams only where the streams are public', async () => {
    const [from, open, closed] = [
      await stream('from', [ana]),
      await stream('open', [cleo]),
      await stream('closed', [cleo], { invite_only: true, history_public_to_subscribers: true }),
    ];
    const registration = {
      event_types: ['message', 'update_message', 'delete_message'],
      client_capabilities: { bulk_message_deletion: true },
    };
    const follower = await LiveQueue.register(ben.client, { ...registration, all_public_streams: true });
    const member = await LiveQueue.register(cleo.client, { ...registration, all_public_streams: true });
    const messageId = await send(from, 'journey');

    await move(messageId, open);
    await move(messageId, closed);
    await move(messageId, from);
    await organization.caughtUp(follower, member);

    const [came, moved, gone, back] = follower.events.filter(about(messageId));
    expect(came).toMatchObject({ type: 'message', message: { stream_id: from } });
    expect(moved).toMatchObject({
      type: 'update_message',
      stream_id: from,
      new_stream_id: open,
      flags: expect.any(Array),
    });
    expect(gone).toMatchObject({ type: 'delete_message', message_ids: [messageId], stream_id: open });
    expect(back).toMatchObject({ type: 'update_message', stream_id: closed, new_stream_id: from });
    expect(typesAbout(follower, messageId)).toHaveLength(4);
    // Subscribers of the closed stream lose nothing.
    expect(typesAbout(member, messageId)).toEqual(['message', ...Array.from({ length: 3 }, () => 'update_message')]);
    await Promise.all([follower.stop(), member.stop()]);
  });

  it('reaches recipients of the message that are not subscribed to the new stream', async () => {
    const [from, to] = [await stream('starting place', [ana, ben]), await stream('later place', [ana])];
    const messageId = await send(from, 'wanderer');
    const queue = await LiveQueue.register(ben.client, {
      event_types: ['update_message', 'update_message_flags', 'delete_message'],
    });

    await move(messageId, to);
    await ana.client.patch(`/messages/${messageId}`, { topic: 'elsewhere' });
    const { unread_msgs } = await ben.client.post('/register', { event_types: ['message', 'update_message_flags'] });
    await owner.client.delete(`/messages/${messageId}`);

    await queue.next((event) => event.type === 'delete_message' && event['message_id'] === messageId);
    expect(queue.ofType('update_message')).toMatchObject([
      { new_stream_id: to, flags: ['read'] },
      { stream_id: to, subject: 'elsewhere', flags: ['read'] },
    ]);
    // Nothing is unread where one is not subscribed.
    expect(queue.ofType('update_message_flags')).toMatchObject([{ op: 'add', flag: 'read', messages: [messageId] }]);
    expect(unread_msgs.streams.filter((place: { stream_id: number }) => place.stream_id === to)).toEqual([]);
    await queue.stop();
  });
});

it('a bot sends to its default stream and reads from another, which keep their roles under new names', async () => {
  const [alerts, builds] = [await stream('alerts', [ana]), await stream('builds', [ana])];
  const made = await ana.client.post('/bots', {
    full_name: 'Default Robot',
    short_name: 'default-robot',
    default_sending_stream: 'alerts',
    default_events_register_stream: 'builds',
    default_all_public_streams: true,
  });
  const renames = await LiveQueue.register(ana.client, { event_types: ['realm_bot'] });
  await owner.client.patch(`/streams/${alerts}`, { new_name: 'alarms' });
  await owner.client.patch(`/streams/${builds}`, { new_name: 'releases' });
  const { bot } = await renames.next(({ bot: changed }) => changed?.default_events_register_stream !== undefined);
  const robot = organization.clientFor(`default-robot-bot@${organization.host}`, made.api_key);
  await ana.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'releases' }],
    principals: [made.user_id],
  });
  const queue = await LiveQueue.register(robot, { event_types: ['message'] });
  const ofAll = await LiveQueue.register(robot, { event_types: ['message'], narrow: [['topic', 'anywhere']] });

  const { id } = await robot.post('/messages', { type: 'stream', topic: 'disk', content: 'Full' });
  const inAlerts = await ana.client.get(`/messages/${id}`);
  const elsewhere = await send(alerts, 'anywhere');
  const seen = await send(builds, 'read by the bot');
  await queue.next(about(seen));
  await ofAll.next(about(elsewhere));

  expect(bot).toEqual({ user_id: made.user_id, default_events_register_stream: 'releases' });
  expect(inAlerts.message).toMatchObject({ display_recipient: 'alarms', subject: 'disk' });
  expect(queue.events.map(({ message }) => message?.subject)).toEqual(['read by the bot']);
  for (const one of [renames, queue, ofAll]) await one.stop();
}, 60_000);

describe('without an account', () => {
  it('a client registers if the organization admits spectators, and sees only web-public streams', async () => {
    const stranger = organization.anonymous();
    const refused = { status: 401, body: expect.objectContaining({ code: 'UNAUTHORIZED' }) };
    expect(await stranger.call('POST', '/register', { client_extavatar: true })).toMatchObject(refused);

    await owner.client.patch('/realm', { enable_spectator_access: true });
    await stream('for everybody', [ana], { is_web_public: true });
    const state = await stranger.post('/register');
    expect(state).toMatchObject({ queue_id: null, last_event_id: -1, user_id: 0, is_guest: true, realm_users: [] });
    const names = (list: string) => (state[list] as { name: string }[]).map(({ name }) => name);
    expect(names('streams')).toEqual(['for everybody']);
    expect(names('subscriptions')).toEqual(['for everybody']);
    for (const name of ['client_extavatar', 'include_subscribers']) {
      expect(await stranger.call('POST', '/register', { [name]: true })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', msg: `Invalid '${name}' parameter for anonymous request` },
      });
      await stranger.post('/register', { [name]: false, fetch_event_types: ['stream'] });
    }
    expect(await stranger.call('GET', '/events', { queue_id: '1-x' })).toMatchObject(refused);

    await owner.client.patch('/realm', { enable_spectator_access: false });
    await eventually(async () => (await stranger.call('POST', '/register')).status === 401, PATIENT);
    stranger.close();
  });
});

async function isPolled(queueId: string): Promise<boolean> {
  const redis = new Redis(system.redisUrl);
  try {
    return Boolean(await redis.hget(`${eventShardPrefix(shardOfQueueId(queueId) as number)}q:${queueId}`, 'p'));
  } finally {
    redis.disconnect();
  }
}

describe('a deactivated organization', () => {
  it('notifies its clients and then refuses all requests', async () => {
    const closing = await Organization.create(system);
    const member = await closing.addUser('Mia Member', Role.Member);
    await closing.owner.client.patch('/realm', { enable_spectator_access: true });
    const { queue_id } = await member.client.post('/register', { event_types: ['realm'] });
    const waiting = member.client.call('GET', '/events', { queue_id, last_event_id: -1 });
    // A poll that comes after the deactivation is refused.
    await eventually(() => isPolled(queue_id), PATIENT);

    await closing.owner.client.post('/realm/deactivate');

    const told = await waiting;
    expect(told.body.events).toMatchObject([{ type: 'realm', op: 'deactivated', realm_id: closing.realmId }]);
    const refused = { status: 401, body: { msg: 'This organization has been deactivated' } };
    await eventually(async () => (await member.client.call('POST', '/register')).status === 401, PATIENT);
    expect(await member.client.call('POST', '/register')).toMatchObject(refused);
    expect(await member.client.call('GET', '/events', { queue_id, last_event_id: 0 })).toMatchObject(refused);
    const stranger = closing.anonymous();
    expect(await stranger.call('POST', '/register')).toMatchObject(refused);
    stranger.close();
    await closing.close();
  });
});
