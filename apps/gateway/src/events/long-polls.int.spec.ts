import {
  CreateEventQueue,
  DeleteEventQueue,
  EVENT_SESSIONS_KEY,
  eventShardChannel,
  eventShardLeaseKey,
  eventShardOf,
  FetchEventQueues,
  type FetchedQueues,
  GetMessagingRegisterState,
  GetRealm,
  GetRealmPresences,
  GetRealmRegisterState,
  GetUsersRegisterState,
  OpenEventQueue,
  type QueueNews,
  RegisterEventQueue,
  type RegisterState,
  serviceUnavailable,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { partitionOf, requestList, tailKey } from '@chat/transport';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUser, TEST_REALM_ID } from '../testing/fake-users.js';
import { basic, TestGateway } from '../testing/test-gateway.js';
import { EventsModule } from './events.module.js';

const USER_SHARD = eventShardOf(1);
const OTHER_SHARD = USER_SHARD + 1;
const QUEUE = `${USER_SHARD}-${'a'.repeat(32)}`;
const NOTHING: QueueNews = { kind: 'nothing' };
const EVENTS: QueueNews = { kind: 'events', entries: [[4, '1:7', '"flags":[]']] };
const BODIES = { '1:7': '"type":"message","message":{"id":9}' };

let gateway: TestGateway;
let fetches: FetchEventQueues['queues'][];
let news: (queueId: string, wantsHeartbeat: boolean) => QueueNews;
let registered: { made: RegisterEventQueue[]; created: CreateEventQueue[]; opened: OpenEventQueue[] };
let failures: number;
let hasSpectators = false;
let member: FakeUser;
let statesAsked: GetMessagingRegisterState[];
/** What messaging tells of them. */
let subscribedStreamIds: number[] | undefined;
/** What users answers, and what it was asked. */
let people: (request: GetUsersRegisterState) => RegisterState;
let peopleAsked: GetUsersRegisterState[];
/** What happens while messaging makes its part of the state. */
let meanwhile: () => Promise<void>;

beforeAll(async () => {
  process.env['EVENT_HEARTBEAT_MS'] = '2000';
  const state = (sequence: number, fields: object) => () => ({ sequence, state: fields });
  gateway = await TestGateway.start({
    features: [EventsModule],
    services: {
      events: {
        [FetchEventQueues.pattern]: ({ queues }: FetchEventQueues): FetchedQueues => {
          fetches.push(queues);
          if (failures-- > 0) throw serviceUnavailable('events');
          return { queues: queues.map(([queueId, , , , wants]) => news(queueId, wants)), bodies: BODIES };
        },
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
        [GetRealmPresences.pattern]: () => ({ presences: {}, server_timestamp: 1.5 }),
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
  await gateway.redis.redis.zadd(EVENT_SESSIONS_KEY, Date.now() + 60_000, 'fake#1');
  for (const shard of [USER_SHARD, OTHER_SHARD]) {
    await gateway.redis.redis.hset(eventShardLeaseKey(shard), 's', 'fake#1', 'i', 'fake');
  }
});

afterAll(() => gateway.close());

beforeEach(() => {
  fetches = [];
  registered = { made: [], created: [], opened: [] };
  subscribedStreamIds = [7];
  failures = 0;
  news = () => NOTHING;
  statesAsked = [];
  meanwhile = async () => {};
  // In the form of replicas that know nothing of blocks.
  people = () => ({ sequence: 3, state: { realm_users: [{ full_name: 'A "}}' }] } });
  peopleAsked = [];
});

const user = () => ({ ...gateway.users.add(), userId: 1, email: 'user1@example.com', apiKey: '1'.padStart(32, 'k') });
const poll = (query: Record<string, string> = {}) =>
  gateway.request('GET', '/events', { as: user(), query: { queue_id: QUEUE, last_event_id: '3', ...query } });
const tell = (text: string) => gateway.redis.redis.publish(eventShardChannel(USER_SHARD), text);
const isWaiting = () => eventually(() => fetches.length > 0);

describe('GET /events', () => {
  it('answers at once with what is there', async () => {
    news = () => EVENTS;

    const { body, status } = await poll();

    expect([status, body]).toEqual([
      200,
      {
        result: 'success',
        msg: '',
        events: [{ id: 4, flags: [], type: 'message', message: { id: 9 } }],
        queue_id: QUEUE,
      },
    ]);
  });

  it('waits without asking until its shard tells of news', async () => {
    const answer = poll();
    await isWaiting();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(fetches).toHaveLength(1);
    news = () => EVENTS;

    await tell(`${USER_SHARD}-${'b'.repeat(32)},${QUEUE}`);

    expect((await answer).body['events']).toHaveLength(1);
    expect(fetches).toHaveLength(2);
  });

  it('does not miss news that come while it looks', async () => {
    let looks = 0;
    news = () => {
      looks++;
      if (looks === 1) void tell(QUEUE);
      return looks === 1 ? NOTHING : EVENTS;
    };

    expect((await poll()).body['events']).toHaveLength(1);
  });

  it('gets a heartbeat when nothing comes', async () => {
    news = (_, wantsHeartbeat) => (wantsHeartbeat ? { kind: 'heartbeat', id: 4 } : NOTHING);

    expect((await poll()).body['events']).toEqual([{ id: 4, type: 'heartbeat' }]);
    expect(fetches).toHaveLength(2);
  });

  it('with dont_block answers without events', async () => {
    expect((await poll({ dont_block: 'true' })).body['events']).toEqual([]);
  });

  it('ends when a newer one comes, here or at another gateway', async () => {
    const older = poll();
    await isWaiting();
    const newer = poll();

    expect((await older).body['events']).toEqual([]);
    await eventually(() => fetches.length === 2);
    await tell(`!${QUEUE} elsewhere.1`);
    expect((await newer).body['events']).toEqual([]);
  });

  it('comes back when the key is replaced by which it was let in, and no other does', async () => {
    const { apiKey } = member;
    const again = () =>
      gateway.request('GET', '/events', { as: { ...member, apiKey }, query: { queue_id: QUEUE, last_event_id: '3' } });
    const neighbour = `${USER_SHARD}-${'b'.repeat(32)}`;
    const ofNeighbour = { as: gateway.users.add(), query: { queue_id: neighbour, last_event_id: '3' } };
    const [answer, other] = [poll(), gateway.request('GET', '/events', ofNeighbour)];
    await eventually(() => fetches.flat().length === 2);

    await gateway.users.change(member, { apiKey: 'n'.repeat(32) });

    expect(await answer).toMatchObject({ status: 200, body: { events: [] } });
    expect(await again()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED', msg: 'Invalid API key' } });
    const byNewKey = gateway.request('GET', '/events', { as: member, query: { queue_id: QUEUE, last_event_id: '3' } });
    await eventually(() => fetches.flat().length === 3);
    news = () => EVENTS;
    await tell(`${QUEUE},${neighbour}`);
    expect([(await byNewKey).status, (await other).status]).toEqual([200, 200]);
    await gateway.users.change(member, { apiKey });
  });

  it('tells of queues that are gone, and asks nobody about those of others', async () => {
    news = () => ({ kind: 'unknown queue' });
    const foreign = `${OTHER_SHARD}-${'a'.repeat(32)}`;

    expect((await poll()).body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: QUEUE });
    expect((await poll({ queue_id: 'x' })).body['msg']).toBe('Bad event queue ID: x');
    for (const queue_id of [foreign, '', 'x'.repeat(1_000), `${QUEUE}\u0000`]) {
      expect((await poll({ queue_id })).body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id });
    }
    expect(fetches).toHaveLength(1);
  });

  it('refuses ids that were never issued, or pruned', async () => {
    news = () => ({ kind: 'never issued', lastIssued: 1 });
    expect((await poll()).body).toMatchObject({ code: 'BAD_REQUEST', msg: 'Event 3 was not in this queue' });
    news = () => ({ kind: 'pruned', lastPruned: 9 });
    expect((await poll()).body['msg']).toBe('An event newer than 3 has already been pruned!');
  });

  it('tries again when the queue cannot be looked into', async () => {
    failures = 2;
    news = () => EVENTS;

    expect((await poll()).body['events']).toHaveLength(1);
  });

  describe('that comes back for what follows all that there was', () => {
    const comeBack = async (): Promise<{ answer: ReturnType<typeof poll> }> => {
      news = () => EVENTS;
      await poll();
      expect(fetches).toHaveLength(1);
      news = () => NOTHING;
      return { answer: poll({ last_event_id: '4' }) };
    };
    const lookedAt = (count: number) => eventually(() => fetches.length === count);

    it('is not looked into at once, and then like any other, so that what it acknowledges is known', async () => {
      const { answer } = await comeBack();
      const cameBackAt = performance.now();

      await lookedAt(2);

      expect(performance.now() - cameBackAt).toBeGreaterThan(900);
      expect(fetches[1]?.[0]?.slice(3)).toEqual([4, false, expect.stringMatching(/^\?/)]);
      news = () => EVENTS;
      await tell(QUEUE);
      expect((await answer).body['events']).toHaveLength(1);
      expect(fetches[2]?.[0]?.[5]).toBe(`+${fetches[1]?.[0]?.[5]?.slice(1)}`);
    });

    it('gets news as soon as they come', async () => {
      const { answer } = await comeBack();
      news = () => EVENTS;

      // Until the poll has come back, its coming is what looks.
      const telling = setInterval(() => void tell(QUEUE), 20);

      expect((await answer).body['events']).toHaveLength(1);
      clearInterval(telling);
      expect(fetches[1]?.[0]?.[5]).toMatch(/^\?/);
    });

    it('gets events that are told as they are, and tells later that it has them', async () => {
      const { answer } = await comeBack();
      const told = `${QUEUE},=\n1 1\n"type":"x"\n5 1\n0 "flags":[]`;
      const telling = setInterval(() => void tell(told), 20);
      expect((await answer).body['events']).toEqual([{ id: 5, flags: [], type: 'x' }]);
      clearInterval(telling);
      await poll({ last_event_id: '5', dont_block: 'true' });
      expect(fetches.at(-1)?.[0]?.[3]).toBe(5);
    });
  });

  it('forgets a client that went away', async () => {
    const leaving = new AbortController();
    const { email, apiKey } = user();
    const answer = fetch(`${gateway.origin}/api/v1/events?queue_id=${QUEUE}`, {
      signal: leaving.signal,
      headers: { authorization: basic(email, apiKey) },
    }).catch(() => 'left');
    await isWaiting();

    leaving.abort();

    expect(await answer).toBe('left');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await tell(QUEUE);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fetches).toHaveLength(1);
  });
});

describe('POST /register', () => {
  const register = (form: Record<string, string> = {}) => gateway.request('POST', '/register', { as: user(), form });

  it('takes the snapshots, and has the queue made with their stamps, since before', async () => {
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
  ])('has a pending queue remember what happens meanwhile where %s', async (_, form) => {
    expect((await register(form)).status).toBe(200);

    expect(registered.made).toEqual([]);
    expect(registered.opened[0]).toMatchObject({ stamps: { 'realm-settings': 5 } });
  });

  it('does so, too, while messaging does not tell subscriptions', async () => {
    subscribedStreamIds = undefined;

    expect((await register()).status).toBe(200);

    expect(registered.made).toEqual([]);
    expect(registered.opened).toMatchObject([{ stamps: { users: 3, 'realm-settings': 5, messaging: 8 } }]);
  });

  it('tries again while the shard changes hands', async () => {
    failures = 2;

    expect((await register()).status).toBe(200);
    expect([registered.made.length, registered.created.length, registered.opened.length]).toEqual([1, 2, 1]);
  });

  it('does not wait for a replica that held the shard and is gone', async () => {
    const { redis } = gateway.redis;
    const lease = eventShardLeaseKey(USER_SHARD);
    await redis.hset(lease, 'i', 'gone');
    const answer = register();
    await eventually(async () => (await redis.llen(requestList('events', 'gone'))) > 0);

    await redis.hset(lease, 'i', 'fake');

    expect((await answer).status).toBe(200);
    expect(registered.created).toHaveLength(1);
    await redis.del(requestList('events', 'gone'));
  });

  it('tries again what was lost on the way while time is left', async () => {
    const { redis } = gateway.redis;
    const lease = eventShardLeaseKey(USER_SHARD);
    await redis.hset(lease, 'i', 'gone');
    const answer = register();
    await eventually(async () => (await redis.llen(requestList('events', 'gone'))) > 1, { withinMs: 8_000 });

    await redis.hset(lease, 'i', 'fake');

    expect((await answer).status).toBe(200);
    await redis.del(requestList('events', 'gone'));
  });

  it('is sent a block of a list once, and puts the list together', async () => {
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

  it('asks for everything where it is told of a block that it does not have', async () => {
    people = ({ knownBlocks }) =>
      knownBlocks === undefined
        ? { sequence: 7, state: { realm_users: [{ full_name: 'Ana' }] } }
        : { sequence: 6, state: {}, shared: { lists: { realm_users: ['nowhere'] }, blocks: {} } };

    expect((await register()).body).toMatchObject({ realm_users: [{ full_name: 'Ana' }] });

    expect(registered.made[0]).toMatchObject({ stamps: { users: 7 } });
  });

  it('starts over when the role of who registers changed meanwhile', async () => {
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

  it('is refused when the key was taken away meanwhile', async () => {
    meanwhile = () => gateway.users.change(member, { isActive: false });

    const { status } = await register();

    expect([status, registered.made]).toEqual([401, []]);
    await gateway.users.change(member, { isActive: true });
  });

  it('refuses a narrow that is none', async () => {
    expect((await register({ narrow: '[["stream"]]' })).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('has presences with the state that includes them', async () => {
    expect((await register()).body).toMatchObject({ presences: {}, server_timestamp: 1.5 });
    expect((await register({ fetch_event_types: '["message"]' })).body).not.toHaveProperty('presences');
  });

  it('without credentials is for realms that allow it, and has no queue', async () => {
    const spectate = (form: Record<string, string> = {}) => gateway.request('POST', '/register', { form });
    expect((await spectate()).status).toBe(401);

    hasSpectators = true;

    expect((await spectate()).body).toMatchObject({ queue_id: null, last_event_id: -1, service_version: '7.0' });
    expect((await spectate({ client_extavatar: 'true' })).body['msg']).toMatch(/client_extavatar/);
    expect((await spectate({ include_subscribers: 'true' })).body['msg']).toMatch(/include_subscribers/);
    expect([...registered.made, ...registered.created]).toEqual([]);
  });

  it('is done by GET /events without a queue', async () => {
    const { body } = await gateway.request('GET', '/events', { as: user(), query: { apply_markdown: 'true' } });

    expect(body).toEqual({ result: 'success', msg: '', events: [], queue_id: QUEUE, last_event_id: -1 });
    expect(registered.opened[0]).toMatchObject({ stamps: {} });
  });
});

describe('a gateway that stops', () => {
  it('answers open polls without events', async () => {
    const answer = poll();
    await isWaiting();

    await gateway.gateway.stop();

    expect((await answer).body).toMatchObject({ result: 'success', events: [] });
    gateway.gateway.stop = async () => {};
  });
});
