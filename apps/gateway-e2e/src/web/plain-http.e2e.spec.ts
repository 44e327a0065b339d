import { startChromium } from '@chat/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Organization } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';
import { EventRequests } from './event-requests.js';

/** More than the connections that a browser has for a server over HTTP/1.1. */
const TABS = 8;

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let streamId: number;
beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([Organization.create(system), startChromium()]);
  const { client } = organization.owner;
  await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'river' }] });
  streamId = (await client.get('/get_stream_id', { stream: 'river' })).stream_id;
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);

const stream = ({ page }: WebClient, name: string) =>
  page.getByRole('navigation', { name: 'Streams' }).getByRole('link', { name }).first();
const rename = (name: string) => organization.owner.client.patch(`/streams/${streamId}`, { new_name: name });

describe('eight tabs of a page over plain HTTP of another computer', () => {
  it('have one poll, and go on with its queue when the polling one is closed', async () => {
    const first = await WebClient.start({ browser, system, organization });
    const requests = new EventRequests(first.profile);
    await first.signIn(organization.owner);
    expect(await first.page.evaluate(() => 'locks' in navigator)).toBe(false);
    let tabs = [first];
    for (let n = 1; n < TABS; n++) {
      const tab = await first.tab();
      await tab.open();
      await stream(tab, 'river').waitFor();
      tabs.push(tab);
    }
    await rename('lake');
    await Promise.all(tabs.map((tab) => stream(tab, 'lake').waitFor()));
    const { page, queueId } = await requests.leader();

    await page.close();
    await rename('sea');

    tabs = tabs.filter((tab) => requests.isAlive(tab.page));
    expect(tabs).toHaveLength(TABS - 1);
    await Promise.all(tabs.map((tab) => stream(tab, 'sea').waitFor()));
    expect((await requests.leader()).queueId).toBe(queueId);
    await first.profile.close();
  }, 120_000);
});

describe('a page over plain HTTP of another computer', () => {
  it('copies links, and keeps the focus', async () => {
    const client = await WebClient.start({ browser, system, organization });
    const { client: api } = organization.owner;
    const { id } = await api.post('/messages', { type: 'stream', to: streamId, topic: 'banks', content: 'Look' });
    await client.signIn(organization.owner, `#narrow/stream/${streamId}/topic/banks`);
    const article = client.main.locator(`article[data-message-id="${id}"]`);
    await article.focus();
    await article.getByRole('button', { name: 'More actions' }).click();
    await client.page.getByRole('menuitem', { name: 'Copy link' }).click();

    const box = client.page.getByRole('textbox', { name: 'Message', exact: true });
    await box.focus();
    await client.page.keyboard.press('Control+V');
    expect(await box.inputValue()).toMatch(new RegExp(`^http://.*/near/${id}$`));
    await client.profile.close();
  });
});
