/// <reference lib="dom" />

import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { TestUser } from '../support/organization.js';
import type { WebClient } from '../support/web-client.js';
import { startTwoPeople, type TwoPeople } from './two-people.js';

let people: TwoPeople;
let client: WebClient;
/** Presences that the page has reported, and the status of each response. */
let reports: (readonly [status: string, response: number])[];
beforeAll(async () => {
  people = await startTwoPeople();
  client = await people.open('#inbox');
  // The clock of the page alone: the server keeps its time.
  await client.page.clock.install();
  client.profile.on('response', (response) => {
    if (!response.url().endsWith('/json/users/me/presence')) return;
    const status = new URLSearchParams(response.request().postData() ?? '').get('status') ?? '';
    reports.push([status, response.status()]);
  });
}, 240_000);
beforeEach(async () => {
  // The response to a report of the former page may come late, and must not count.
  const address = client.page.url();
  await client.page.goto('about:blank');
  reports = [];
  await client.page.clock.setSystemTime(Date.now());
  await client.page.goto(address);
  await client.heading.waitFor();
  await reported('active');
});
afterAll(async () => {
  await client?.close();
  await people?.close();
}, 60_000);

/** Waits for one report since the last call, and takes it away. */
async function reported(status: string): Promise<void> {
  await eventually(() => reports.length > 0);
  expect(reports.splice(0)).toEqual([[status, 200]]);
}

it('a window reports once a minute that its reader is active, once that it is idle, and the next key at once', async () => {
  const { page } = client;
  await page.clock.runFor(60_000);
  await reported('active');

  await page.clock.fastForward(5 * 60_000);
  await reported('idle');
  await page.clock.runFor(3 * 60_000);
  await page.keyboard.press('Escape');
  // Not one more "idle" before it.
  await reported('active');
});

it('people are shown as active, as idle, and after some minutes without a report as offline', async () => {
  const cleo = await people.organization.addUser('Cleo Ito');
  const report = ({ client: api }: TestUser, status: string) => api.post('/users/me/presence', { status });
  await cleo.client.post('/messages', { type: 'private', to: [people.ada.userId], content: 'Hello' });
  await report(people.ben, 'active');
  await report(cleo, 'idle');
  const row = (name: RegExp) =>
    client.page.getByRole('navigation', { name: 'Direct messages' }).getByRole('link', { name });
  await row(/^Ben Okri.* active/).waitFor();
  await row(/^Cleo Ito.* idle/).waitFor();
  await row(/^Cleo Ito/).click();
  await client.main.getByText('idle').waitFor();

  await client.page.clock.fastForward(4 * 60_000);
  await client.main.getByText('offline').waitFor();
  await eventually(async () => (await row(/active|idle/).count()) === 0);
  expect(client.faults).toEqual([]);
});
