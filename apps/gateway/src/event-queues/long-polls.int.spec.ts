import {
  CatchUpEvents,
  DeleteEventQueue,
  EVENT_EPOCHS_CHANNEL,
  eventShardChannel,
  eventShardOf,
  FetchEventQueues,
  type FetchedQueues,
  type QueueNews,
  serviceUnavailable,
} from '@chat/contracts';
import { partitionOf, tailKey } from '@chat/event-log';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUser, TEST_REALM_ID } from '../testing/fake-users.js';
import { holdShards, OTHER_SHARD, QUEUE, USER_SHARD } from '../testing/held-shards.js';
import { basic, TestGateway } from '../testing/test-gateway.js';
import { EventQueuesModule } from './event-queues.controller.js';

const NOTHING: QueueNews = { kind: 'nothing' };
const EVENTS: QueueNews = { kind: 'events', entries: [[4, '1:7', '"flags":[]']] };
const BODIES = { '1:7': '"type":"message","message":{"id":9}' };

let gateway: TestGateway;
let member: FakeUser;
let fetches: FetchEventQueues['queues'][];
let news: (queueId: string, wantsHeartbeat: boolean) => QueueNews;
let failures: number;
/** Requests to catch up, each with the number of fetches before it. */
let caughtUp: [CatchUpEvents, number][];
let isHolderBusy: boolean;

beforeAll(async () => {
  process.env['EVENT_HEARTBEAT_MS'] = '2000';
  gateway = await TestGateway.start({
    features: [EventQueuesModule],
    services: {
      events: {
        [FetchEventQueues.pattern]: ({ queues }: FetchEventQueues): FetchedQueues => {
          fetches.push(queues);
          if (failures-- > 0) throw serviceUnavailable('events');
          return { queues: queues.map(([queueId, , , , wants]) => news(queueId, wants)), bodies: BODIES };
        },
        [CatchUpEvents.pattern]: (request: CatchUpEvents) => {
          caughtUp.push([request, fetches.length]);
          if (isHolderBusy) throw serviceUnavailable('events');
        },
        [DeleteEventQueue.pattern]: () => undefined,
      },
    },
  });
  member = gateway.users.add();
  await holdShards(gateway);
});

afterAll(() => gateway.close());

beforeEach(() => {
  fetches = [];
  failures = 0;
  caughtUp = [];
  isHolderBusy = false;
  news = () => NOTHING;
});

const poll = (query: Record<string, string> = {}) =>
  gateway.request('GET', '/events', { as: member, query: { queue_id: QUEUE, last_event_id: '3', ...query } });
const tell = (text: string) => gateway.redis.redis.publish(eventShardChannel(USER_SHARD), text);
const isWaiting = () => eventually(() => fetches.length > 0);

describe('GET /events', () => {
  it('responds at once with the events in the queue', async () => {
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

  it('waits without a fetch until a notice of its shard', async () => {
    const response = poll();
    await isWaiting();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(fetches).toHaveLength(1);
    news = () => EVENTS;

    await tell(`${USER_SHARD}-${'b'.repeat(32)},${QUEUE}`);

    expect((await response).body['events']).toHaveLength(1);
    expect(fetches).toHaveLength(2);
  });

  it('ends as soon as Redis has lost events that the client has', async () => {
    const response = poll();
    await isWaiting();
    news = () => ({ kind: 'unknown queue' });

    await gateway.redis.redis.publish(EVENT_EPOCHS_CHANNEL, '');

    expect((await response).body['code']).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('does not miss a notice during its fetch', async () => {
    let looks = 0;
    news = () => {
      looks++;
      if (looks === 1) void tell(QUEUE);
      return looks === 1 ? NOTHING : EVENTS;
    };

    expect((await poll()).body['events']).toHaveLength(1);
  });

  it('gets a heartbeat after the period without events', async () => {
    news = (_, wantsHeartbeat) => (wantsHeartbeat ? { kind: 'heartbeat', id: 4 } : NOTHING);

    expect((await poll()).body['events']).toEqual([{ id: 4, type: 'heartbeat' }]);
    expect(fetches).toHaveLength(2);
  });

  it('with dont_block responds without events', async () => {
    expect((await poll({ dont_block: 'true' })).body['events']).toEqual([]);
  });

  it('with dont_block makes the holder append the events of the log before the fetch', async () => {
    const position = '7-3';
    await gateway.redis.redis.set(tailKey(partitionOf(TEST_REALM_ID)), position);
    news = () => EVENTS;

    const found = await poll({ dont_block: 'true' });

    expect(found.body['events']).toHaveLength(1);
    expect(caughtUp).toEqual([[{ userId: member.userId, realmId: TEST_REALM_ID, position }, 0]]);
    isHolderBusy = true;
    expect((await poll({ dont_block: 'true' })).body['events']).toHaveLength(1);
    await poll();
    expect(caughtUp).toHaveLength(2);
  });

  it('ends when a newer poll arrives at this or another gateway', async () => {
    const older = poll();
    await isWaiting();
    const newer = poll();

    expect((await older).body['events']).toEqual([]);
    await eventually(() => fetches.length === 2);
    await tell(`!${QUEUE} elsewhere.1`);
    expect((await newer).body['events']).toEqual([]);
  });

  it.each([
    ['a new policy of the realm', (user: FakeUser) => gateway.users.requireSecondFactor(user)],
    ['a new role', (user: FakeUser) => gateway.users.change(user, { role: 200, needsSecondFactor: true })],
  ])('ends with 403 when %s requires a second factor, and polls with keys do not', async (_, restrict) => {
    const user = gateway.users.add();
    const headers = { cookie: gateway.users.session(user) };
    const query = { queue_id: `${eventShardOf(user.userId)}-${'c'.repeat(32)}`, last_event_id: '3' };
    const [response, other] = [gateway.request('GET', '/events', { prefix: '/json', query, headers }), poll()];
    await eventually(() => fetches.flat().length === 2);

    await restrict(user);

    expect(await response).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_SETUP_REQUIRED' } });
    news = () => EVENTS;
    await tell(QUEUE);
    expect((await other).status).toBe(200);
  });

  it.each([
    ['its session ends', (user: FakeUser) => gateway.users.endSessions(user)],
    ['its account is deactivated', (user: FakeUser) => gateway.users.change(user, { isActive: false })],
  ])('ends with 401 when %s', async (_, end) => {
    const user = gateway.users.add();
    const headers = { cookie: gateway.users.session(user) };
    const query = { queue_id: `${eventShardOf(user.userId)}-${'c'.repeat(32)}`, last_event_id: '3' };
    const response = gateway.request('GET', '/events', { prefix: '/json', query, headers });
    await eventually(() => fetches.length === 1);

    await end(user);

    expect(await response).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('ends with 401 when its key is replaced, and no other poll does', async () => {
    const { apiKey } = member;
    const again = () =>
      gateway.request('GET', '/events', { as: { ...member, apiKey }, query: { queue_id: QUEUE, last_event_id: '3' } });
    const neighbour = `${USER_SHARD}-${'b'.repeat(32)}`;
    const ofNeighbour = { as: gateway.users.add(), query: { queue_id: neighbour, last_event_id: '3' } };
    const [response, other] = [poll(), gateway.request('GET', '/events', ofNeighbour)];
    await eventually(() => fetches.flat().length === 2);

    await gateway.users.change(member, { apiKey: 'n'.repeat(32) });

    expect(await response).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED', msg: 'Invalid API key' } });
    expect(await again()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED', msg: 'Invalid API key' } });
    const byNewKey = gateway.request('GET', '/events', { as: member, query: { queue_id: QUEUE, last_event_id: '3' } });
    await eventually(() => fetches.flat().length === 3);
    news = () => EVENTS;
    await tell(`${QUEUE},${neighbour}`);
    expect([(await byNewKey).status, (await other).status]).toEqual([200, 200]);
    await gateway.users.change(member, { apiKey });
  });

  it('refuses queues that are gone, and those of other users without a request', async () => {
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

  it('repeats a failed fetch', async () => {
    failures = 2;
    news = () => EVENTS;

    expect((await poll()).body['events']).toHaveLength(1);
  });

  describe('for the events after all events so far', () => {
    const comeBack = async (): Promise<{ response: ReturnType<typeof poll> }> => {
      news = () => EVENTS;
      await poll();
      expect(fetches).toHaveLength(1);
      news = () => NOTHING;
      return { response: poll({ last_event_id: '4' }) };
    };
    const lookedAt = (count: number) => eventually(() => fetches.length === count);

    it('is fetched later, so that its acknowledgement reaches the queue', async () => {
      const { response } = await comeBack();
      const cameBackAt = performance.now();

      await lookedAt(2);

      expect(performance.now() - cameBackAt).toBeGreaterThan(900);
      expect(fetches[1]?.[0]?.slice(3)).toEqual([4, false, expect.stringMatching(/^\?/)]);
      news = () => EVENTS;
      await tell(QUEUE);
      expect((await response).body['events']).toHaveLength(1);
      expect(fetches[2]?.[0]?.[5]).toBe(`+${fetches[1]?.[0]?.[5]?.slice(1)}`);
    });

    it('is fetched at once after a notice', async () => {
      const { response } = await comeBack();
      news = () => EVENTS;

      // Until then the poll is repeated, which fetches the queue.
      const telling = setInterval(() => void tell(QUEUE), 20);

      expect((await response).body['events']).toHaveLength(1);
      clearInterval(telling);
      expect(fetches[1]?.[0]?.[5]).toMatch(/^\?/);
    });

    it('gets pushed events unchanged, and acknowledges them later', async () => {
      const { response } = await comeBack();
      const told = `${QUEUE},=\n1 1\n"type":"x"\n5 1\n0 "flags":[]`;
      const telling = setInterval(() => void tell(told), 20);
      expect((await response).body['events']).toEqual([{ id: 5, flags: [], type: 'x' }]);
      clearInterval(telling);
      await poll({ last_event_id: '5', dont_block: 'true' });
      expect(fetches.at(-1)?.[0]?.[3]).toBe(5);
    });
  });

  it('forgets a client that disconnected', async () => {
    const leaving = new AbortController();
    const { email, apiKey } = member;
    const response = fetch(`${gateway.origin}/api/v1/events?queue_id=${QUEUE}`, {
      signal: leaving.signal,
      headers: { authorization: basic(email, apiKey) },
    }).catch(() => 'left');
    await isWaiting();

    leaving.abort();

    expect(await response).toBe('left');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await tell(QUEUE);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fetches).toHaveLength(1);
  });
});

describe('a gateway that stops', () => {
  it('ends open polls without events', async () => {
    const response = poll();
    await isWaiting();

    await gateway.gateway.stop();

    expect((await response).body).toMatchObject({ result: 'success', events: [] });
    gateway.gateway.stop = async () => {};
  });
});
