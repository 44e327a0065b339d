import type { FetchEventQueues, FetchedQueues, QueueNews } from '@chat/contracts';
import type { JsonText, RedisTransportClient } from '@chat/redis-rpc';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PollRegistry } from './poll-registry.js';

const QUEUE = '0-abc';
const USER = 7;
const upTo = (id: number): QueueNews => ({ kind: 'events', entries: [[id, 'b', '']] });
const NOTHING: QueueNews = { kind: 'nothing' };

let polls: PollRegistry;
let fetched: FetchEventQueues['queues'][];
let reply: () => QueueNews;

beforeEach(() => {
  fetched = [];
  reply = () => NOTHING;
  const request = async (_type: unknown, { queues }: FetchEventQueues): Promise<FetchedQueues> => {
    fetched.push(queues);
    return { queues: queues.map(reply), bodies: { b: '"type":"x"' } };
  };
  polls = new PollRegistry({ request } as unknown as Pick<RedisTransportClient, 'request'>, 60_000);
});

afterEach(() => polls.stop());

const nextTicks = async (): Promise<void> => {
  for (let tick = 0; tick < 3; tick++) await new Promise((resolve) => setImmediate(resolve));
};

/** Starts a poll after `lastEventId`; returns its outcome so far. */
function poll(lastEventId: number, userId = USER): { response?: JsonText; refusal?: unknown } {
  const outcome: { response?: JsonText; refusal?: unknown } = {};
  polls.wait(QUEUE, userId, 1, lastEventId, {
    resolve: (response) => {
      outcome.response = response;
    },
    reject: (refusal) => {
      outcome.refusal = refusal;
    },
    call: { beginWaiting: () => {}, callerNow: () => Promise.reject(new Error('unused')) },
  });
  return outcome;
}

/** A client that has received the events up to 4. */
async function givenFour(news: QueueNews = upTo(4)): Promise<void> {
  reply = () => news;
  expect(poll(3).response).toBeUndefined();
  await nextTicks();
  expect(fetched).toHaveLength(1);
  reply = () => NOTHING;
}

describe('a repeated poll', () => {
  it('is not fetched at once if its client has all events', async () => {
    await givenFour();

    poll(4);

    await nextTicks();
    expect(fetched).toHaveLength(1);
  });

  it.each([
    ['a notice', () => polls.onNotice({ kind: 'news', queueIds: [QUEUE] })],
    ['a break of the notices', () => polls.fetchAll()],
  ])('is fetched at once after %s', async (_, meanwhile) => {
    await givenFour();
    meanwhile();

    poll(4);

    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('is fetched at once if the queue had more events', async () => {
    await givenFour({ ...upTo(4), more: true } as QueueNews);

    poll(4);

    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('is fetched at once after a notice during the last fetch', async () => {
    reply = () => {
      polls.onNotice({ kind: 'news', queueIds: [QUEUE] });
      return upTo(4);
    };
    poll(3);
    await nextTicks();

    poll(4);

    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it.each([3, 5])('is fetched at once if it asks for the events after %i', async (lastEventId) => {
    await givenFour();

    poll(lastEventId);

    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('is fetched at once if it is another user’s', async () => {
    await givenFour();

    poll(4, USER + 1);

    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('is fetched at once after a notice', async () => {
    await givenFour();
    const outcome = poll(4);
    reply = () => upTo(5);

    polls.onNotice({ kind: 'news', queueIds: [QUEUE] });

    await nextTicks();
    expect(outcome.response).toBeDefined();
    expect(fetched[1]?.[0]?.[3]).toBe(4);
  });
});

describe('a repeated poll after a heartbeat', () => {
  /** Makes the queue know a poll and end it with a heartbeat. Returns the name of the poll. */
  async function givenHeartbeat(): Promise<string> {
    poll(3);
    await nextTicks();
    reply = () => ({ kind: 'heartbeat', id: 4 });
    polls.fetchAll();
    await nextTicks();
    reply = () => NOTHING;
    expect(fetched).toHaveLength(2);
    return String(fetched[0]?.[0]?.[5]);
  }

  it('waits under the name that its queue knows, without a fetch', async () => {
    const name = await givenHeartbeat();
    const outcome = poll(4);
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(fetched).toHaveLength(2);
    expect(outcome.response).toBeUndefined();

    polls.fetchAll();
    await nextTicks();
    expect(fetched[2]?.[0]?.slice(3)).toEqual([4, false, `+${name}`]);
  });

  it('ends when another gateway’s poll replaces it', async () => {
    await givenHeartbeat();
    const outcome = poll(4);
    polls.onNotice({ kind: 'superseded', queueId: QUEUE, poll: 'another.1' });
    expect(JSON.parse(String(outcome.response?.text)).events).toEqual([]);
  });

  it('is fetched if another gateway’s poll came in between', async () => {
    await givenHeartbeat();
    polls.onNotice({ kind: 'superseded', queueId: QUEUE, poll: 'another.1' });
    poll(4);
    await nextTicks();
    expect(fetched).toHaveLength(3);
  });
});

describe('pushed events', () => {
  const push = (firstId: number, count = 1, queueId = QUEUE) =>
    polls.onNotice({
      kind: 'events',
      queues: [
        { queueId, firstId, events: Array.from({ length: count }, (_, index) => `"type":"t${firstId + index}"`) },
      ],
      queueIds: [],
    });
  const idsOf = ({ response }: { response?: JsonText }): number[] =>
    JSON.parse(String(response?.text)).events.map(({ id }: { id: number }) => id);
  const responded = async (outcome: { response?: JsonText }): Promise<number[]> => {
    while (!outcome.response) await new Promise((resolve) => setTimeout(resolve, 1));
    return idsOf(outcome);
  };

  it('are the response to a poll that waits for exactly them, without a fetch', async () => {
    const outcome = poll(3);
    await nextTicks();
    push(4, 2);
    expect(idsOf(outcome)).toEqual([4, 5]);
    expect(fetched).toHaveLength(1);
  });

  it('gather between two polls and are the response to the next one', async () => {
    const first = poll(3);
    await nextTicks();
    push(4);
    expect(idsOf(first)).toEqual([4]);
    push(5);
    push(6, 2);
    expect(await responded(poll(4))).toEqual([5, 6, 7]);
    expect(fetched).toHaveLength(1);
  });

  it.each([5, 3])('are fetched if they do not follow the client’s events: %i', async (firstId) => {
    const outcome = poll(3);
    await nextTicks();
    reply = () => upTo(5);
    push(firstId);
    expect(outcome.response).toBeUndefined();
    await nextTicks();
    expect(fetched).toHaveLength(2);
    expect(outcome.response).toBeDefined();
  });

  it.each([
    ['a gap', () => push(6)],
    ['a notice without events', () => polls.onNotice({ kind: 'news', queueIds: [QUEUE] })],
    ['a break of the notices', () => polls.fetchAll()],
    ['a poll at another gateway', () => polls.onNotice({ kind: 'superseded', queueId: QUEUE, poll: 'another.1' })],
  ])('are fetched by the next poll after %s', async (_, meanwhile) => {
    const first = poll(3);
    await nextTicks();
    push(4);
    expect(first.response).toBeDefined();
    meanwhile();
    poll(4);
    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('are fetched by a poll that did not get the former response', async () => {
    const first = poll(3);
    await nextTicks();
    push(4);
    expect(first.response).toBeDefined();
    poll(3);
    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('are not the response to a poll before its queue has been fetched', async () => {
    const outcome = poll(3, USER + 1);
    reply = () => ({ kind: 'unknown queue' });
    push(4);
    expect(outcome.response).toBeUndefined();
    await nextTicks();
    expect(outcome.refusal).toBeDefined();
  });

  it('are acknowledged before the queue gets long', async () => {
    let last = 3;
    let outcome = poll(last);
    await nextTicks();
    while (fetched.length === 1 && last < 1_000) {
      push(last + 1, 50);
      last += (await responded(outcome)).length;
      outcome = poll(last);
      await nextTicks();
    }
    expect(last).toBeLessThan(400);
  });

  it('leave the poll its name in the queue', async () => {
    poll(3);
    await nextTicks();
    const name = fetched[0]?.[0]?.[5];
    push(4);
    poll(4);
    while (fetched.length === 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(fetched[1]?.[0]?.[5]).toBe(`?${name}`);
    expect(fetched[1]?.[0]?.[3]).toBe(4);
  });
});
