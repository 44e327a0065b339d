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

/** A poll after `lastEventId`; what it was answered so far. */
function poll(lastEventId: number, userId = USER): { answer?: JsonText; refusal?: unknown } {
  const outcome: { answer?: JsonText; refusal?: unknown } = {};
  polls.wait(QUEUE, userId, 1, lastEventId, {
    resolve: (answer) => {
      outcome.answer = answer;
    },
    reject: (refusal) => {
      outcome.refusal = refusal;
    },
    call: { beginWaiting: () => {} },
  });
  return outcome;
}

/** A client that was given events up to 4. */
async function givenFour(news: QueueNews = upTo(4)): Promise<void> {
  reply = () => news;
  expect(poll(3).answer).toBeUndefined();
  await nextTicks();
  expect(fetched).toHaveLength(1);
  reply = () => NOTHING;
}

describe('a poll that comes back', () => {
  it('is not looked into at once when its client was given all there was', async () => {
    await givenFour();

    poll(4);

    await nextTicks();
    expect(fetched).toHaveLength(1);
  });

  it.each([
    ['there were news meanwhile', () => polls.onNotice({ kind: 'news', queueIds: [QUEUE] })],
    ['news may have been missed', () => polls.lookAtAll()],
  ])('is looked into at once when %s', async (_, meanwhile) => {
    await givenFour();
    meanwhile();

    poll(4);

    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('is looked into at once when there was more than it was given', async () => {
    await givenFour({ ...upTo(4), more: true } as QueueNews);

    poll(4);

    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('is looked into at once when news came while the last one was fetched', async () => {
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

  it.each([3, 5])('is looked into at once when it asks for what follows %i', async (lastEventId) => {
    await givenFour();

    poll(lastEventId);

    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('is looked into at once when it is somebody else’s', async () => {
    await givenFour();

    poll(4, USER + 1);

    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('gets news as soon as they come', async () => {
    await givenFour();
    const outcome = poll(4);
    reply = () => upTo(5);

    polls.onNotice({ kind: 'news', queueIds: [QUEUE] });

    await nextTicks();
    expect(outcome.answer).toBeDefined();
    expect(fetched[1]?.[0]?.[3]).toBe(4);
  });
});

describe('a poll that comes back after a heartbeat', () => {
  /** A client whose poll the queue knew, and whose last one was a heartbeat. Returns that poll's name. */
  async function givenHeartbeat(): Promise<string> {
    poll(3);
    await nextTicks();
    reply = () => ({ kind: 'heartbeat', id: 4 });
    polls.lookAtAll();
    await nextTicks();
    reply = () => NOTHING;
    expect(fetched).toHaveLength(2);
    return String(fetched[0]?.[0]?.[5]);
  }

  it('waits under the name that its queue knows, without asking', async () => {
    const name = await givenHeartbeat();
    const outcome = poll(4);
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(fetched).toHaveLength(2);
    expect(outcome.answer).toBeUndefined();

    polls.lookAtAll();
    await nextTicks();
    expect(fetched[2]?.[0]?.slice(3)).toEqual([4, false, `+${name}`]);
  });

  it('ends when another gateway’s poll takes its place', async () => {
    await givenHeartbeat();
    const outcome = poll(4);
    polls.onNotice({ kind: 'superseded', queueId: QUEUE, poll: 'another.1' });
    expect(JSON.parse(String(outcome.answer?.text)).events).toEqual([]);
  });

  it('is looked into when another gateway’s poll came in between', async () => {
    await givenHeartbeat();
    polls.onNotice({ kind: 'superseded', queueId: QUEUE, poll: 'another.1' });
    poll(4);
    await nextTicks();
    expect(fetched).toHaveLength(3);
  });
});

describe('events that are told', () => {
  const tell = (firstId: number, count = 1, queueId = QUEUE) =>
    polls.onNotice({
      kind: 'events',
      queues: [
        { queueId, firstId, events: Array.from({ length: count }, (_, index) => `"type":"t${firstId + index}"`) },
      ],
      queueIds: [],
    });
  const idsOf = ({ answer }: { answer?: JsonText }): number[] =>
    JSON.parse(String(answer?.text)).events.map(({ id }: { id: number }) => id);
  const answered = async (outcome: { answer?: JsonText }): Promise<number[]> => {
    while (!outcome.answer) await new Promise((resolve) => setTimeout(resolve, 1));
    return idsOf(outcome);
  };

  it('are handed to a poll that waits for just them, without asking', async () => {
    const outcome = poll(3);
    await nextTicks();
    tell(4, 2);
    expect(idsOf(outcome)).toEqual([4, 5]);
    expect(fetched).toHaveLength(1);
  });

  it('gather while the client is away, and go together to the poll that comes for them', async () => {
    const first = poll(3);
    await nextTicks();
    tell(4);
    expect(idsOf(first)).toEqual([4]);
    tell(5);
    tell(6, 2);
    expect(await answered(poll(4))).toEqual([5, 6, 7]);
    expect(fetched).toHaveLength(1);
  });

  it.each([5, 3])('are asked for when they do not follow what the client has: %i', async (firstId) => {
    const outcome = poll(3);
    await nextTicks();
    reply = () => upTo(5);
    tell(firstId);
    expect(outcome.answer).toBeUndefined();
    await nextTicks();
    expect(fetched).toHaveLength(2);
    expect(outcome.answer).toBeDefined();
  });

  it.each([
    ['a gap', () => tell(6)],
    ['news that do not say which', () => polls.onNotice({ kind: 'news', queueIds: [QUEUE] })],
    ['notices that may have been missed', () => polls.lookAtAll()],
    ['a poll at another gateway', () => polls.onNotice({ kind: 'superseded', queueId: QUEUE, poll: 'another.1' })],
  ])('are asked for by the poll that comes back after %s', async (_, meanwhile) => {
    const first = poll(3);
    await nextTicks();
    tell(4);
    expect(first.answer).toBeDefined();
    meanwhile();
    poll(4);
    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('are asked for by whoever did not get the answer, and by others', async () => {
    const first = poll(3);
    await nextTicks();
    tell(4);
    expect(first.answer).toBeDefined();
    poll(3);
    await nextTicks();
    expect(fetched).toHaveLength(2);
  });

  it('are not handed to a poll whose queue was not found to be its own yet', async () => {
    const outcome = poll(3, USER + 1);
    reply = () => ({ kind: 'unknown queue' });
    tell(4);
    expect(outcome.answer).toBeUndefined();
    await nextTicks();
    expect(outcome.refusal).toBeDefined();
  });

  it('are acknowledged before a queue gets long', async () => {
    let last = 3;
    let outcome = poll(last);
    await nextTicks();
    while (fetched.length === 1 && last < 1_000) {
      tell(last + 1, 50);
      last += (await answered(outcome)).length;
      outcome = poll(last);
      await nextTicks();
    }
    expect(last).toBeLessThan(400);
  });

  it('keep the name that the queue knows its poll by', async () => {
    poll(3);
    await nextTicks();
    const name = fetched[0]?.[0]?.[5];
    tell(4);
    poll(4);
    while (fetched.length === 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(fetched[1]?.[0]?.[5]).toBe(`?${name}`);
    expect(fetched[1]?.[0]?.[3]).toBe(4);
  });
});
