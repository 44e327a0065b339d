import { randomInt } from 'node:crypto';
import { getMessages, getStreamMembers, getStreamTopics, type Principal, updateMessageFlags } from '@chat/contracts';
import { eventually, startPostgresServer, type TestPostgresServer } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { sendToStream } from '../testing/requests.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TestMessaging } from '../testing/test-messaging.js';

let primary: TestPostgresServer;
let standby: TestPostgresServer;
let messaging: TestMessaging;
let ana: Principal;
let streamId: number;
const sharedServer = process.env['TEST_DATABASE_URL'];

beforeAll(async () => {
  primary = await startPostgresServer();
  standby = await startPostgresServer([], { standbyOf: primary });
  process.env['TEST_DATABASE_URL'] = primary.url;
  messaging = await TestMessaging.start({ replicas: 2, standby });
  ana = await messaging.addUser();
  streamId = await makeStream(messaging, { isPrivate: true, subscribers: [ana] });
  await send('first');
}, 120_000);

afterEach(() => standby.query('SELECT pg_wal_replay_resume()').catch(() => {}));

afterAll(async () => {
  await messaging?.close();
  delete process.env['DATABASE_READ_URL'];
  process.env['TEST_DATABASE_URL'] = sharedServer;
  await standby?.stop();
  await primary?.stop();
});

const send = (topic: string) => sendToStream(messaging, ana, streamId, topic, 'here');
const page = async () => {
  const { messages } = await messaging.call(getMessages, ana, {
    ...{ anchor: 'newest', includeAnchor: true, numBefore: 20, numAfter: 0 },
    ...{ narrow: [{ operator: 'stream', operand: streamId }], clientExtavatar: true, applyMarkdown: true },
  });
  return messages;
};
const topics = async () => (await messaging.call(getStreamTopics, ana, { streamId })).topics;

const counter = () => register.getSingleMetric('chat_database_standby_reads_total');
async function outcomes(): Promise<Record<string, number>> {
  const values = (await counter()?.get())?.values ?? [];
  return Object.fromEntries(values.map(({ labels, value }) => [labels['outcome'], value]));
}
async function counted(work: () => Promise<unknown>): Promise<Record<string, number>> {
  counter()?.reset();
  await work();
  return outcomes();
}

/** Repeats a read until the standby serves it. The primary serves it while a replica has not found the standby usable, or it is late. */
const servedByStandby = (read: () => Promise<void>) =>
  eventually(
    async () => {
      expect(await counted(read)).toEqual({ standby: 1 });
      return true;
    },
    { withinMs: 20_000 },
  );

it('a realm without the switch reads the primary', async () => {
  expect(await counted(() => Promise.all([page(), topics()]))).toEqual({});
});

describe('a realm with the switch', () => {
  beforeAll(() => messaging.changeRealm({ readsStandbys: true }));

  it('gets the same history and lists from the standby', async () => {
    await servedByStandby(async () => expect(await page()).toHaveLength(1));
    await servedByStandby(async () => expect(await topics()).toMatchObject([{ name: 'first' }]));
    await servedByStandby(async () => {
      expect(await messaging.call(getStreamMembers, ana, { streamId })).toEqual({ subscribers: [ana.userId] });
    });
  }, 65_000);

  it('sees each own write at once, while the standby stops and goes on at random', async () => {
    let isOver = false;
    const stopping = (async () => {
      while (!isOver) {
        await standby.query(`SELECT pg_wal_replay_${randomInt(2) === 0 ? 'pause' : 'resume'}()`);
        await new Promise((resolve) => setTimeout(resolve, randomInt(60)));
      }
    })();
    const missed: unknown[] = [];
    // At least until both kinds of reads happened.
    const isEnough = (n: number, { standby = 0, behind = 0 }) => n >= 100 && standby > 0 && behind > 0;
    await counted(async () => {
      for (let n = 0; !isEnough(n, await outcomes()); n++) {
        const topic = `topic ${n}`;
        const id = await send(topic);
        const [newest] = (await page()).slice(-1);
        const [first] = await topics();
        if (newest?.id !== id || first?.name !== topic) missed.push({ id, newest: newest?.id, topic: first?.name });
        await messaging.call(updateMessageFlags, ana, { messageIds: [id], op: 'add', flag: 'starred' });
        const [starred] = (await page()).slice(-1);
        if (!starred?.flags.includes('starred')) missed.push({ id, flags: starred?.flags });
      }
    });
    isOver = true;
    await stopping;

    expect(missed).toEqual([]);
  }, 90_000);

  it('reads the primary when the standby is dead', async () => {
    const id = await send('last');

    standby.kill();

    expect((await page()).at(-1)?.id).toBe(id);
  });
});
