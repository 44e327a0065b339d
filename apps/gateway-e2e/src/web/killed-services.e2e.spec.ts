/// <reference lib="dom" />

import { once } from 'node:events';
import { startChromium } from '@chat/browser';
import { PERMANENT_SERVICES } from '@chat/tools';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Organization, type TestUser } from '../support/organization.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';
import { WebClient } from '../support/web-client.js';

/** Some requests of a dead replica end at their deadline, and a service starts slowly on a busy machine. */
const BACK_WITHIN_MS = 60_000;

let tested: SystemUnderTest;
let organization: Organization;
let browser: Browser;
let ada: TestUser;
let ben: TestUser;
let streamId: number;
let writer: WebClient;
let reader: WebClient;
beforeAll(async () => {
  // One replica of each, so that a dead one is missed.
  tested = await startSystemUnderTest({ scale: {} });
  const { baseUrl, redisUrl } = tested.system;
  [organization, browser] = await Promise.all([
    Organization.create({ baseUrl, redisUrl, domain: 'localhost' }),
    startChromium(),
  ]);
  ada = await organization.addUser('Ada Lovelace');
  ben = await organization.addUser('Ben Okri');
  const principals = [ada.userId, ben.userId];
  await ada.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'weather' }], principals });
  ({ stream_id: streamId } = await ada.client.get('/get_stream_id', { stream: 'weather' }));
  await ada.client.post('/messages', { type: 'stream', to: streamId, topic: 'storm', content: 'before the storm' });
  writer = await openTopic(ada);
  reader = await openTopic(ben);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await organization?.close();
  await tested?.discard();
}, 60_000);

async function openTopic(user: TestUser): Promise<WebClient> {
  const client = await WebClient.start({ browser, system: tested.system, organization });
  client.page.setDefaultTimeout(BACK_WITHIN_MS);
  await client.signIn(user, `#narrow/stream/${streamId}-weather/topic/storm`);
  await client.message('before the storm').waitFor();
  return client;
}

describe('two people that write to each other', () => {
  it.each(PERMANENT_SERVICES)(
    'lose neither words nor their views when %s is killed',
    async (service) => {
      const box = writer.page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
      const lines = await Promise.all(
        [writer, reader].map((client) => client.message('before the storm').elementHandle()),
      );
      const text = `written without ${service}`;
      const ended = once(tested.system.process(service), 'ended');
      tested.system.kill(service);
      await ended;

      await box.fill(text);
      await box.press('Control+Enter');

      await writer.page.getByRole('article').filter({ hasText: text }).waitFor();
      for (const client of [writer, reader]) {
        await client.message(text).waitFor();
        await client.page
          .getByRole('status', { name: 'Connection' })
          .getByText('No connection')
          .waitFor({ state: 'hidden' });
      }
      await tested.system.waitReady();
      await writer.page.getByRole('article').getByRole('status').waitFor({ state: 'detached' });
      for (const line of lines) expect(await line?.evaluate((element) => element.isConnected)).toBe(true);
      for (const { page } of [writer, reader]) {
        expect(await page.getByRole('article').filter({ hasText: text }).count()).toBe(1);
      }
      const newest = { anchor: 'newest', num_before: 10, num_after: 0, narrow: [] };
      const { messages: stored } = await ben.client.get('/messages', newest);
      expect(stored.filter(({ content }: { content: string }) => content.includes(text))).toHaveLength(1);
    },
    180_000,
  );

  it('have no fault of a script, and a page after a reload', async () => {
    await reader.page.reload();
    await reader.message('before the storm').waitFor();
    // The page begins with stored messages. Each wait fails if there are two.
    for (const service of PERMANENT_SERVICES) await reader.message(`without ${service}`).waitFor();
    expect([...writer.faults, ...reader.faults]).toEqual([]);
  }, 60_000);
});
