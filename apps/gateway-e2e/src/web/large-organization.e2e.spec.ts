/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { Organization } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';

const STREAMS = 330;
const PEOPLE = 700;
/** Streams that one request creates. */
const AT_ONCE = 110;
const READ_AT_ONCE = 20;
/** Elements of the page without lists: bars, heading, box. */
const FRAME = 600;
/** The most elements of a row in the left bar, and of a person in a list. */
const OF_ROW = 12;
const OF_PERSON = 12;

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let client: WebClient;
let messageId: number;
beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost', checksContract: false }),
    startChromium(),
  ]);
  const { owner } = organization;
  const people = await organization.addSubscribers('everyone', PEOPLE);
  await owner.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'everyone' }] });
  for (let from = 0; from < STREAMS; from += AT_ONCE) {
    const subscriptions = Array.from({ length: AT_ONCE }, (_, n) => ({ name: `stream ${from + n}` }));
    await owner.client.post('/users/me/subscriptions', { subscriptions });
  }
  const everyone = { type: 'stream', to: 'everyone', topic: 'hello' };
  ({ id: messageId } = await owner.client.post('/messages', { ...everyone, content: 'Good morning' }));
  const read = { messages: [messageId], op: 'add', flag: 'read' };
  while (people.length > 0)
    await Promise.all(people.splice(0, READ_AT_ONCE).map((reader) => reader.client.post('/messages/flags', read)));
  const { stream_id: streamId } = await owner.client.get('/get_stream_id', { stream: 'everyone' });
  client = await WebClient.start({ browser, system, organization });
  await client.signIn(owner, `#narrow/stream/${streamId}-everyone/topic/hello`);
  await client.main.getByRole('article').filter({ hasText: 'Good morning' }).waitFor();
}, 300_000);
afterAll(async () => {
  await client?.close();
  await browser?.close();
  await organization?.close();
}, 60_000);

const elementsIn = (part: Locator): Promise<number> => part.evaluate((root) => root.querySelectorAll('*').length);
const closeDialog = async (dialog: Locator) => {
  await client.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
};
const openFromMenu = async (button: string, item: string): Promise<void> => {
  await client.page.getByRole('button', { name: button }).click();
  await client.page.getByRole('menuitem', { name: item, exact: true }).click();
};
const openForMessage = async (item: string): Promise<void> => {
  await client.main.getByRole('article').filter({ hasText: 'Good morning' }).focus();
  await openFromMenu('More actions', item);
};

describe(`a browser with ${STREAMS} streams and ${PEOPLE} people draws`, () => {
  it('a page with one row for each stream, and the first people of the conversation', async () => {
    const streams = client.page.getByRole('navigation', { name: 'Streams', exact: true });
    expect(await streams.getByRole('link', { name: /^stream \d+$/ }).count()).toBe(STREAMS);
    expect(await elementsIn(streams)).toBeLessThan(OF_ROW * (STREAMS + 5));
    const details = client.page.getByRole('complementary', { name: 'Details' });
    await details.getByText(/^\d+ more people$/).waitFor();
    expect(await details.getByRole('link', { name: /^Member \d+/ }).count()).toBeLessThanOrEqual(40);

    expect(await elementsIn(client.page.locator('html'))).toBeLessThan(FRAME + OF_ROW * STREAMS + OF_PERSON * 40);
  });

  it('at most sixty people next to a view of all messages', async () => {
    await client.open('#all_messages');
    const people = client.page.getByRole('complementary').getByRole('link', { name: /^(Member \d+|You)/ });
    await people.first().waitFor();
    expect(await people.count()).toBeLessThanOrEqual(60);
    await client.page.goBack();
    await client.main.getByRole('article').filter({ hasText: 'Good morning' }).waitFor();
  });

  it('at most two hundred streams in the dialog of all streams, and finds the others', async () => {
    await openFromMenu('Add streams', 'Browse streams');
    const dialog = client.page.getByRole('dialog', { name: 'Browse streams' });
    await dialog.getByText(/more streams: search for them/).waitFor();
    expect(await dialog.getByRole('listitem').count()).toBeLessThanOrEqual(201);
    expect(await elementsIn(dialog)).toBeLessThan(200 * OF_ROW + 100);

    await dialog.getByRole('searchbox', { name: 'Search streams' }).fill('stream 329');
    await dialog.getByRole('link', { name: 'stream 329' }).waitFor();
    expect(await dialog.getByRole('listitem').count()).toBeLessThan(5);
    await closeDialog(dialog);
  });

  it('at most a hundred readers of a message, and the number of all', async () => {
    await openForMessage('View readers');
    const dialog = client.page.getByRole('dialog', { name: 'Readers' });
    await dialog.getByText(`Read by ${PEOPLE} people:`).waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(100);
    await dialog.getByText(`${PEOPLE - 100} more people`).waitFor();
    expect(await elementsIn(dialog)).toBeLessThan(100 * OF_PERSON + 50);
    await closeDialog(dialog);
  });

  it('at most eight suggestions for a mention, a stream, and the people of a new conversation', async () => {
    const box = client.page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
    const options = client.page.getByRole('listbox').getByRole('option');
    for (const [text, first] of [
      ['@mem', /Member/],
      ['#str', /stream/],
    ] as const) {
      await box.fill('');
      await box.pressSequentially(text);
      await options.filter({ hasText: first }).first().waitFor();
      expect(await options.count()).toBeLessThanOrEqual(8);
    }
    await box.fill('');
    await openFromMenu('Add streams', 'Create stream');
    const dialog = client.page.getByRole('dialog', { name: 'Create stream' });
    await dialog.getByRole('combobox', { name: 'Add people' }).pressSequentially('member');
    await options.first().waitFor();
    expect(await options.count()).toBeLessThanOrEqual(8);
  });
});
