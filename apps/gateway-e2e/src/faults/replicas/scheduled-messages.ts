import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { clockEnvironment } from '../../support/clock-environment.js';
import { LiveQueue, type WireEvent } from '../../support/event-queue.js';
import { Organization, type TestUser } from '../../support/organization.js';
import type { SystemUnderTest } from '../../support/system-under-test.js';

const MANY = 500;
const SEVERAL = 200;
/** Requests under way at once. */
const PARALLEL = 32;
const ARRIVAL_WITHIN_MS = 30_000;
/** Scheduled before the first batch, to learn how fast this machine is. */
const TRIED = 100;
/** A first batch, still cold, says little about the next: how much time it can make one wait on a quick machine. */
const MAX_SCHEDULING_SECONDS = 25;
/** More than a sweep takes to come round, and a leftover alarm to ring. */
const SETTLED_AFTER_MS = 1_500;

const STREAM = 'engine';

let tested: SystemUnderTest;
let organization: Organization;
let author: TestUser;
let reader: TestUser;
/** Queue of a subscriber, read the whole time. */
let queue: LiveQueue;
/** By how much the clocks of the replicas of messaging are wrong from their next start on. */
const clockOffByMs: [number, number] = [0, 0];

/** Gives the replicas of messaging wrong clocks when a test wants them. */
export const wrongClock = (service: string, instance: number): Record<string, string> =>
  service === 'messaging' ? clockEnvironment(clockOffByMs[instance] ?? 0) : {};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** UTC seconds. */
const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
const until = (atSeconds: number): Promise<void> => pause(Math.max(0, atSeconds * 1000 - Date.now()));

/** Messages that were scheduled for one time under one topic. */
interface Batch {
  readonly topic: string;
  readonly dueAt: number;
  /** Content by id of the scheduled message. */
  readonly contents: ReadonlyMap<number, string>;
}

/** Duration of the scheduling of one message, in the latest batch. */
let msPerMessage = 0;

/** Allowed slowdown of scheduling from one batch to the next, with other tests on the same machine. */
const USUAL_SLOWDOWN = 1.5;

/** UTC seconds: soon, but not before so many requests have their responses. */
const soonFor = (count: number, slowdown = USUAL_SLOWDOWN): number =>
  secondsFromNow(2 + Math.min(MAX_SCHEDULING_SECONDS, Math.ceil((slowdown * count * msPerMessage) / 1000)));

async function schedule(topic: string, count: number, dueAt: number): Promise<Batch> {
  const contents = new Map<number, string>();
  const { stream_id: to } = await author.client.get('/get_stream_id', { stream: STREAM });
  const startedAt = performance.now();
  let next = 0;
  const scheduleUntilDone = async (): Promise<void> => {
    while (next < count) {
      const content = `${topic} ${next++}`;
      const message = { type: 'stream', to, topic, content, scheduled_delivery_timestamp: dueAt };
      contents.set((await author.client.post('/scheduled_messages', message)).scheduled_message_id, content);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL }, scheduleUntilDone));
  } finally {
    msPerMessage = (performance.now() - startedAt) / next;
  }
  return { topic, dueAt, contents };
}

/** The time of the messages came before their request. */
const wasTooLate = (error: unknown): boolean =>
  String((error as Error).message).includes('Scheduled delivery time must be in the future.');

/** Schedules messages that are due soon, all of them before their time: if this machine was too slow, others with more time. */
async function scheduleSoon(topic: string, count: number, marginSeconds = 0): Promise<Batch> {
  for (let attempt = 1; ; attempt++) {
    const dueAt = soonFor(count, attempt * USUAL_SLOWDOWN) + attempt * marginSeconds;
    const batch = await schedule(`${topic} ${attempt}`, count, dueAt).catch((error: unknown) => {
      if (!wasTooLate(error)) throw error;
    });
    if (batch && Date.now() < dueAt * 1000) return batch;
  }
}

const arrivedOf = (topic: string): WireEvent[] =>
  queue.ofType('message').filter(({ message }) => message.subject === topic);

async function waitForArrival(topic: string, count: number): Promise<void> {
  const deadline = performance.now() + ARRIVAL_WITHIN_MS;
  while (arrivedOf(topic).length < count && performance.now() < deadline) await pause(10);
}

/** Resolves when the messages are due. None may have arrived before. */
async function noneBeforeTheirTime({ topic, dueAt }: Batch): Promise<void> {
  const isBefore = () => Date.now() < dueAt * 1000;
  while (isBefore()) {
    const arrived = arrivedOf(topic);
    // After a delay of this process since the read, its result proves nothing.
    if (isBefore()) expect(arrived).toEqual([]);
    await pause(20);
  }
}

async function historyOf(topic: string): Promise<{ id: number; content: string; timestamp: number }[]> {
  const { messages } = await reader.client.get('/messages', {
    anchor: 'newest',
    num_before: 2 * MANY,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'stream', operand: STREAM },
      { operator: 'topic', operand: topic },
    ],
  });
  return messages;
}

/** Compares the scheduled messages with the queue, the history and the author's list after everything has settled. */
async function expectDeliveredOnce({ topic, dueAt, contents }: Batch): Promise<void> {
  const wanted = [...contents.values()].sort();
  await waitForArrival(topic, wanted.length);
  await pause(SETTLED_AFTER_MS);

  const stored = await historyOf(topic);
  expect(stored.map((message) => message.content).sort()).toEqual(wanted);
  expect(stored.filter((message) => message.timestamp < dueAt)).toEqual([]);
  expect(arrivedOf(topic).map(({ message }) => message.id)).toEqual(stored.map((message) => message.id));
  expect(queue.violations).toEqual([]);
  expect(await waitingIds(contents)).toEqual([]);
}

/** Ids of those that the author is still shown. */
async function waitingIds(contents: ReadonlyMap<number, string>): Promise<number[]> {
  const { scheduled_messages: shown } = await author.client.get('/scheduled_messages');
  const ids: number[] = shown.map((message: { scheduled_message_id: number }) => message.scheduled_message_id);
  return ids.filter((id) => contents.has(id));
}

async function registeredAgain(): Promise<LiveQueue> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    try {
      return await LiveQueue.register(reader.client, { event_types: ['message'] });
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(100);
    }
  }
}

/** Tests of scheduled messages while replicas end, clocks are wrong, and Redis loses its data. */
export function scheduledMessages(system: () => SystemUnderTest): void {
  beforeAll(async () => {
    tested = system();
    organization = await Organization.create(tested.system);
    [author, reader] = (await organization.addMembers(2)) as [TestUser, TestUser];
    await organization.owner.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: STREAM }],
      principals: [author.userId, reader.userId],
    });
    queue = await LiveQueue.register(reader.client, { event_types: ['message'] });
    await schedule('never', TRIED, secondsFromNow(86_400));
  }, 120_000);

  afterAll(async () => {
    await queue?.stop();
    await organization?.close();
  }, 60_000);

  describe('messages scheduled for the same second', () => {
    it('are delivered exactly once and never early', async () => {
      const batch = await scheduleSoon('on time', SEVERAL);
      await noneBeforeTheirTime(batch);

      await expectDeliveredOnce(batch);
    }, 120_000);

    it('are delivered exactly once if a replica is killed meanwhile', async () => {
      const batch = await scheduleSoon('killed', MANY);
      await waitForArrival(batch.topic, 1);
      const arrivedAtKill = arrivedOf(batch.topic).length;
      tested.system.kill('messaging', 0);

      await expectDeliveredOnce(batch);
      expect(arrivedAtKill).toBeGreaterThan(0);
      expect(arrivedAtKill).toBeLessThan(MANY);
      await tested.system.waitReady();
    }, 120_000);

    it('are delivered exactly once if messaging is down at the due time', async () => {
      const batch = await scheduleSoon('down', SEVERAL, 2);
      await Promise.all([0, 1].map((instance) => tested.system.stopProcess('messaging', instance)));
      await until(batch.dueAt + 1);
      expect(arrivedOf(batch.topic)).toEqual([]);

      // They come back with clocks that are wrong, for the next test.
      clockOffByMs.splice(0, 2, -4_000, 5_000);
      await Promise.all([0, 1].map((instance) => tested.system.startProcess('messaging', instance)));

      await expectDeliveredOnce(batch);
    }, 120_000);

    it('are delivered exactly once if the clocks of the replicas are wrong', async () => {
      const batch = await scheduleSoon('wrong clocks', SEVERAL, 3);
      await noneBeforeTheirTime(batch);

      await expectDeliveredOnce(batch);
    }, 120_000);
  });

  describe('a scheduled message', () => {
    it('is not delivered at its old time after it was deleted or rescheduled', async () => {
      const soon = soonFor(100, 5);
      const late = soon + 3;
      const batch = await schedule('changed', 60, soon);
      const ids = [...batch.contents.keys()];
      const [kept, deleted, postponed] = [ids.slice(0, 20), ids.slice(20, 40), ids.slice(40)];
      await Promise.all([
        ...deleted.map((id) => author.client.succeed('DELETE', `/scheduled_messages/${id}`)),
        ...postponed.map((id) =>
          author.client.succeed('PATCH', `/scheduled_messages/${id}`, { scheduled_delivery_timestamp: late }),
        ),
      ]);
      expect(Date.now()).toBeLessThan(soon * 1000);

      const contentsOf = (some: readonly number[]) => some.map((id) => batch.contents.get(id) as string);
      const delivered = new Map([...kept, ...postponed].map((id) => [id, batch.contents.get(id) as string]));
      await until(late);
      await expectDeliveredOnce({ ...batch, contents: delivered });
      const beforeTheNewTime = (await historyOf('changed')).filter(({ timestamp }) => timestamp < late);
      const early = beforeTheNewTime.filter(({ content }) => contentsOf(postponed).includes(content));
      expect(early).toEqual([]);
    }, 120_000);

    it('is delivered on time after Redis lost all data', async () => {
      const batch = await scheduleSoon('wiped', SEVERAL, 5);
      const redis = new Redis(tested.system.redisUrl);
      await redis.flushall();
      redis.disconnect();
      // Queues are gone with Redis, so the subscriber's app registers again. It may have to do so twice: a replica that
      // has not noticed the loss yet may drop the new queue, too.
      await queue.stop();
      queue = await registeredAgain();
      while (Date.now() < (batch.dueAt - 1) * 1000) {
        if (queue.violations.length > 0) queue = await registeredAgain();
        await pause(20);
      }
      await noneBeforeTheirTime(batch);

      await expectDeliveredOnce(batch);
    }, 120_000);
  });
}
