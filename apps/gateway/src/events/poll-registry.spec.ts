import type { FetchEventQueues, FetchedQueues, QueueNews } from '@chat/contracts';
import type { JsonText, RedisTransportClient } from '@chat/transport';
import { beforeEach, describe, expect, it } from '@jest/globals';
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
    beginWaiting: () => {},
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
