import {
  CreateEventQueue,
  DeleteEventQueue,
  eventShardLeaseKey,
  GetMessagingRegisterState,
  GetRealm,
  GetRealmRegisterState,
  GetUsersRegisterState,
  OpenEventQueue,
  ReadPresences,
  RegisterEventQueue,
  type RegisterState,
  serviceUnavailable,
} from '@chat/contracts';
import { partitionOf, tailKey } from '@chat/event-log';
import { requestList } from '@chat/redis-rpc';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUser, TEST_REALM_ID } from '../testing/fake-users.js';
import { holdShards, QUEUE, USER_SHARD } from '../testing/held-shards.js';
import { TestGateway } from '../testing/test-gateway.js';
import { EventQueuesModule } from './event-queues.controller.js';

let gateway: TestGateway;
let member: FakeUser;
let registered: { made: RegisterEventQueue[]; created: CreateEventQueue[]; opened: OpenEventQueue[] };
let failures: number;
let hasSpectators = false;
let statesAsked: GetMessagingRegisterState[];
/** In messaging's reply. */
let subscribedStreamIds: number[] | undefined;
/** Reply of users, and its requests. */
let people: (request: GetUsersRegisterState) => RegisterState;
let peopleAsked: GetUsersRegisterState[];
/** Runs before messaging's reply. */
let meanwhile: () => Promise<void>;

beforeAll(async () => {
  const state = (sequence: number, fields: object) => () => ({ sequence, state: fields });
  gateway = await TestGateway.start({
    features: [EventQueuesModule],
    services: {
      events: {
        [RegisterEventQueue.pattern]: (request: RegisterEventQueue) => {
          registered.made.push(request);
          if (failures-- > 0) throw serviceUnavailable('events');
          return { queueId: QUEUE, lastEventId: -1 };
        },
        [CreateEventQueue.pattern]: (request: CreateEventQueue) => {
          registered.created.push(request);
          if (failures-- > 0) throw serviceUnavailable('events');
          return { queueId: QUEUE };
        },
        [OpenEventQueue.pattern]: (request: OpenEventQueue) => {
          registered.opened.push(request);
          return { queueId: QUEUE, lastEventId: -1 };
        },
        [DeleteEventQueue.pattern]: () => undefined,
        [ReadPresences.pattern]: () => ({ presences: {}, server_timestamp: 1.5 }),
      },
      users: {
        [GetUsersRegisterState.pattern]: (request: GetUsersRegisterState) => {
          peopleAsked.push(request);
          return people(request);
        },
      },
      'realm-settings': {
        [GetRealmRegisterState.pattern]: state(5, { service_version: '7.0' }),
        [GetRealm.pattern]: () => ({ sequence: 1, state: { enableSpectatorAccess: hasSpectators } }),
      },
      messaging: {
        [GetMessagingRegisterState.pattern]: async (request: GetMessagingRegisterState) => {
          statesAsked.push(request);
          await meanwhile();
          return { sequence: 8, state: {}, ...(request.withSubscribedStreamIds && { subscribedStreamIds }) };
        },
      },
    },
  });
  member = gateway.users.add();
  await holdShards(gateway);
});

afterAll(() => gateway.close());

beforeEach(() => {
  registered = { made: [], created: [], opened: [] };
  subscribedStreamIds = [7];
  failures = 0;
  statesAsked = [];
  meanwhile = async () => {};
  // In the form of replicas that know nothing of blocks.
  people = () => ({ sequence: 3, state: { realm_users: [{ full_name: 'A "}}' }] } });
  peopleAsked = [];
});

const register = (form: Record<string, string> = {}) => gateway.request('POST', '/register', { as: member, form });

describe('POST /register', () => {
  it('takes the snapshots and creates the queue with their stamps, as of the start', async () => {
    const partition = partitionOf(TEST_REALM_ID);
    await gateway.redis.redis.set(tailKey(partition), '5-0');
    meanwhile = async () => void (await gateway.redis.redis.set(tailKey(partition), '6-0'));

    const { body } = await register({ event_types: '["message","no_such_type"]', apply_markdown: 'true' });

    expect(body).toEqual({
      result: 'success',
      msg: '',
      queue_id: QUEUE,
      last_event_id: -1,
      realm_users: [{ full_name: 'A "}}' }],
      service_version: '7.0',
    });
    expect(registered.made).toMatchObject([
      {
        applyMarkdown: true,
        clientExtavatar: true,
        stamps: { users: 3, 'realm-settings': 5, messaging: 8 },
        subscribedStreamIds: [7],
        since: '5-0',
      },
    ]);
    expect(registered.created).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['no state is wanted', { fetch_event_types: '[]' }],
    ['all public streams are followed', { all_public_streams: 'true' }],
  ])('creates a pending queue first if %s', async (_, form) => {
    expect((await register(form)).status).toBe(200);

    expect(registered.made).toEqual([]);
    expect(registered.opened[0]).toMatchObject({ stamps: { 'realm-settings': 5 } });
  });

  it('has the defaults of a bot where the request names nothing', async () => {
    const queueDefaults = { stream: 'builds', allPublicStreams: true };
    const as = gateway.users.add({ isBot: true, queueDefaults });
    const guest = gateway.users.add({ isBot: true, queueDefaults, role: 600 });
    const given = { narrow: '[["topic","x"]]', all_public_streams: 'false' };
    expect((await gateway.request('POST', '/register', { as })).status).toBe(200);
    expect((await gateway.request('POST', '/register', { as, form: given })).status).toBe(200);
    expect((await gateway.request('POST', '/register', { as: guest })).status).toBe(200);

    expect(registered.created).toMatchObject([{ narrow: [['stream', 'builds']], allPublicStreams: true }]);
    expect(registered.made).toMatchObject([
      { narrow: [['topic', 'x']], allPublicStreams: false },
      { narrow: [['stream', 'builds']], allPublicStreams: false },
    ]);
  });

  it('creates a pending queue first while messaging sends no subscriptions', async () => {
    subscribedStreamIds = undefined;

    expect((await register()).status).toBe(200);

    expect(registered.made).toEqual([]);
    expect(registered.opened).toMatchObject([{ stamps: { users: 3, 'realm-settings': 5, messaging: 8 } }]);
  });

  it('repeats attempts while the shard has no holder', async () => {
    failures = 2;

    expect((await register()).status).toBe(200);
    expect([registered.made.length, registered.created.length, registered.opened.length]).toEqual([1, 2, 1]);
  });

  it('does not wait for a former holder of the shard', async () => {
    const { redis } = gateway.redis;
    const lease = eventShardLeaseKey(USER_SHARD);
    await redis.hset(lease, 'i', 'gone');
    const response = register();
    await eventually(async () => (await redis.llen(requestList('events', 'gone'))) > 0);

    await redis.hset(lease, 'i', 'fake');

    expect((await response).status).toBe(200);
    expect(registered.created).toHaveLength(1);
    await redis.del(requestList('events', 'gone'));
  });

  it('repeats a lost attempt while time is left', async () => {
    const { redis } = gateway.redis;
    const lease = eventShardLeaseKey(USER_SHARD);
    await redis.hset(lease, 'i', 'gone');
    const response = register();
    // The caller takes a lost request out of the list before it sends the next one.
    const waiting = () => redis.lindex(requestList('events', 'gone'), 0);
    const lost = await eventually(async () => (await waiting()) ?? undefined);
    await eventually(async () => ![null, lost].includes(await waiting()), { withinMs: 8_000 });

    await redis.hset(lease, 'i', 'fake');

    expect((await response).status).toBe(200);
    await redis.del(requestList('events', 'gone'));
  });

  it('gets a block of a list once, and joins the list', async () => {
    const [ana, ben, cem] = ['Ana', 'Bén', 'Cem'].map((name) => ({ full_name: name }));
    const lists = (...names: (string | object[])[]) => ({ realm_users: names });
    people = () => ({
      sequence: 3,
      state: { user_id: 1 },
      shared: { lists: lists('1st', [ben as object]), blocks: { '1st': [ana] } },
    });
    expect((await register()).body).toMatchObject({ user_id: 1, realm_users: [ana, ben] });
    people = () => ({ sequence: 4, state: {}, shared: { lists: lists('2nd', '1st'), blocks: { '2nd': [cem, ben] } } });
    expect((await register()).body).toMatchObject({ realm_users: [cem, ben, ana] });
    people = () => ({ sequence: 5, state: {}, shared: { lists: { ...lists('2nd'), others: [] }, blocks: {} } });

    expect((await register()).body).toMatchObject({ realm_users: [cem, ben], others: [] });

    expect(peopleAsked.map(({ knownBlocks }) => [...(knownBlocks ?? [])].sort())).toEqual([
      [],
      ['1st'],
      ['1st', '2nd'],
    ]);
    expect(registered.made.map(({ stamps }) => stamps['users'])).toEqual([3, 4, 5]);
  });

  it('requests the whole state again after a reply with an unknown block', async () => {
    people = ({ knownBlocks }) =>
      knownBlocks === undefined
        ? { sequence: 7, state: { realm_users: [{ full_name: 'Ana' }] } }
        : { sequence: 6, state: {}, shared: { lists: { realm_users: ['nowhere'] }, blocks: {} } };

    expect((await register()).body).toMatchObject({ realm_users: [{ full_name: 'Ana' }] });

    expect(registered.made[0]).toMatchObject({ stamps: { users: 7 } });
  });

  it('starts over if the caller’s role changed meanwhile', async () => {
    meanwhile = async () => {
      meanwhile = async () => {};
      await gateway.users.change(member, { role: 200 });
    };

    const { status } = await register();

    expect(status).toBe(200);
    expect(statesAsked.map(({ actor }) => actor?.role)).toEqual([400, 200]);
    expect(registered.made.map(({ actor }) => actor.role)).toEqual([200]);
    await gateway.users.change(member, { role: 400 });
  });

  it('is refused if the key was replaced meanwhile', async () => {
    meanwhile = () => gateway.users.change(member, { isActive: false });

    const { status } = await register();

    expect([status, registered.made]).toEqual([401, []]);
    await gateway.users.change(member, { isActive: true });
  });

  it('refuses a malformed narrow', async () => {
    expect((await register({ narrow: '[["stream"]]' })).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('has presences if the state includes them', async () => {
    expect((await register()).body).toMatchObject({ presences: {}, server_timestamp: 1.5 });
    expect((await register({ fetch_event_types: '["message"]' })).body).not.toHaveProperty('presences');
  });

  it('without credentials needs a realm that allows it, and has no queue', async () => {
    const spectate = (form: Record<string, string> = {}) => gateway.request('POST', '/register', { form });
    expect((await spectate()).status).toBe(401);

    hasSpectators = true;

    expect((await spectate()).body).toMatchObject({ queue_id: null, last_event_id: -1, service_version: '7.0' });
    expect((await spectate({ client_extavatar: 'true' })).body['msg']).toMatch(/client_extavatar/);
    expect((await spectate({ include_subscribers: 'true' })).body['msg']).toMatch(/include_subscribers/);
    expect([...registered.made, ...registered.created]).toEqual([]);
  });

  it('is part of GET /events without a queue', async () => {
    const { body } = await gateway.request('GET', '/events', { as: member, query: { apply_markdown: 'true' } });

    expect(body).toEqual({ result: 'success', msg: '', events: [], queue_id: QUEUE, last_event_id: -1 });
    expect(registered.opened[0]).toMatchObject({ stamps: {} });
  });
});
