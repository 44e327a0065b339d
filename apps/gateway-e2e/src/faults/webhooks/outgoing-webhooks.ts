import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization, type TestUser } from '../../support/organization.js';
import type { SystemUnderTest } from '../../support/system-under-test.js';

const MESSAGES = 60;
const STREAM = 'engine';
/** Longer than the lease of a request that a dead replica left behind. */
const ANSWERED_WITHIN_MS = 90_000;

let tested: SystemUnderTest;
let organization: Organization;
let author: TestUser;
let botId: number;
/** Ids of the requests by the content of their messages. */
const requests = new Map<string, Set<string>>();

/** Answers after a time that the content decides. */
const bot = createServer(async (incoming, response) => {
  const { data } = JSON.parse(await text(incoming)) as { data: string };
  requests.set(data, (requests.get(data) ?? new Set()).add(String(incoming.headers['webhook-id'])));
  await new Promise((resolve) => setTimeout(resolve, (Number(data.split(' ').at(-1)) % 5) * 100));
  response.end(JSON.stringify({ content: `answer to ${data.split(' ').at(-1)}` }));
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends until the message is acknowledged; a repetition makes no second message. */
async function ask(queueId: string, n: number): Promise<void> {
  const message = { type: 'stream', to: STREAM, topic: 'bots', content: `@**Echo** ${n}` };
  for (let attempt = 1; ; attempt++) {
    try {
      await author.client.post('/messages', { ...message, queue_id: queueId, local_id: String(n) });
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await pause(200);
    }
  }
}

/** Contents of all messages of the bot, with repetitions. */
async function answers(): Promise<string[]> {
  const { messages } = await author.client.get('/messages', {
    anchor: 'newest',
    num_before: 1_000,
    num_after: 0,
    apply_markdown: false,
    narrow: JSON.stringify([{ operator: 'sender', operand: botId }]),
  });
  return messages.map(({ content }: { content: string }) => content);
}

/** Tests with a bot that answers while replicas end. */
export function outgoingWebhooks(system: () => SystemUnderTest): void {
  beforeAll(async () => {
    tested = system();
    organization = await Organization.create(tested.system);
    [author] = (await organization.addMembers(1)) as [TestUser];
    await author.client.post('/users/me/subscriptions', { subscriptions: [{ name: STREAM }] });
    bot.listen(0, '127.0.0.1');
    await once(bot, 'listening');
    const url = `http://127.0.0.1:${(bot.address() as AddressInfo).port}/`;
    const created = await author.client.post('/bots', {
      full_name: 'Echo',
      short_name: 'echo',
      bot_type: 3,
      payload_url: JSON.stringify(url),
    });
    botId = created.user_id;
  }, 60_000);

  afterAll(async () => {
    bot.closeAllConnections();
    bot.close();
    await organization?.close();
  });

  describe('an outgoing webhook bot', () => {
    it('answers every message once, while replicas die and Redis restarts', async () => {
      const { queue_id: queueId } = await author.client.post('/register', { event_types: ['presence'] });
      const faults = [
        () => tested.system.kill('integrations', 0),
        () => tested.system.kill('messaging', 0),
        () => tested.system.restart('redis'),
        () => tested.system.kill('integrations', 1),
        () => tested.system.kill('messaging', 1),
      ];
      for (let n = 0; n < MESSAGES; n++) {
        const sent = ask(queueId, n);
        if (n % 10 === 5) await faults.shift()?.();
        await sent;
      }

      const expected = Array.from({ length: MESSAGES }, (_, n) => `answer to ${n}`);
      const deadline = Date.now() + ANSWERED_WITHIN_MS;
      const isComplete = async () => new Set(await answers().catch(() => [])).size >= MESSAGES;
      while (!(await isComplete()) && Date.now() < deadline) await pause(500);
      // An answer that comes after all others shows that none is under way any more.
      await ask(queueId, MESSAGES);
      const last = `answer to ${MESSAGES}`;
      while (!(await answers()).includes(last) && Date.now() < deadline) await pause(200);

      expect((await answers()).sort()).toEqual([...expected, last].sort());
      for (const ids of requests.values()) expect(ids.size).toBe(1);
      expect(faults).toEqual([]);
    }, 240_000);
  });
}
