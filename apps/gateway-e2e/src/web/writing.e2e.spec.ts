/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { decidedFaults } from '../pages/page-faults.js';
import { holdResponse } from '../support/held-response.js';
import { Organization, type TestUser } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let priya: TestUser;
let jonas: TestUser;
let streamId: number;
let writer: WebClient;
beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  [priya, jonas] = await Promise.all([organization.addUser('Priya Raman'), organization.addUser('Jonas Weber')]);
  const subscriptions = [{ name: 'design' }];
  for (const { client } of [priya, jonas]) await client.post('/users/me/subscriptions', { subscriptions });
  await priya.client.patch('/settings', { enter_sends: true });
  ({ stream_id: streamId } = await priya.client.get('/get_stream_id', { stream: 'design' }));
}, 240_000);
beforeEach(async () => {
  writer = await WebClient.start({ browser, system, organization });
  await writer.signIn(priya, topic('logo'));
});
afterEach(() => writer.close());
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);

const topic = (name: string): string => `#narrow/stream/${streamId}-design/topic/${name}`;
const form = (client = writer): Locator => client.page.getByRole('form', { name: 'Compose' });
const box = (client = writer): Locator => form(client).getByRole('textbox', { name: 'Message' });
const articles = (client = writer): Locator => client.page.getByRole('feed', { name: 'Messages' }).getByRole('article');
/** As a message of the server, not on its way. */
const shown = (text: string, client = writer): Promise<void> =>
  articles(client).and(client.page.locator('[data-message-id]')).filter({ hasText: text }).waitFor();

describe('a text', () => {
  it('completes a mention by keys, and goes to its conversation by Enter, once', async () => {
    await box().pressSequentially('ask @jon');
    await writer.page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
    await writer.page.keyboard.press('Tab');
    expect(await box().inputValue()).toBe('ask @**Jonas Weber** ');
    await box().pressSequentially('please');
    const response = await holdResponse(writer.page, '/json/messages');
    await writer.page.keyboard.press('Enter');

    // The event comes before the response.
    await shown('ask @Jonas Weber please');
    expect(await articles().count()).toBe(1);
    await response.arrived();
    await response.release();
    expect(await articles().count()).toBe(1);
    expect(await box().inputValue()).toBe('');
    const { messages } = await jonas.client.get('/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [],
    });
    const sent = messages.filter(({ content }: { content: string }) => content.includes('please'));
    expect(sent).toMatchObject([{ subject: 'logo', stream_id: streamId }]);
  });

  it('stays with its conversation over views, Escape, a reload and another device', async () => {
    await box().fill('half a sentence');
    await writer.open(topic('other'));
    await writer.page.getByRole('heading', { level: 1, name: 'other' }).waitFor();
    expect(await box().inputValue()).toBe('');
    await writer.open(topic('logo'));
    await box().press('Escape');
    expect(await box().inputValue()).toBe('half a sentence');
    await writer.page.reload();
    await box().waitFor();
    expect(await box().inputValue()).toBe('half a sentence');

    await eventually(async () => {
      const { drafts } = await priya.client.get('/drafts');
      return drafts.some(({ content }: { content: string }) => content === 'half a sentence');
    });
    const phone = await WebClient.start({ browser, system, organization });
    await phone.signIn(priya, topic('logo'));
    await eventually(async () => (await box(phone).inputValue()) === 'half a sentence');
    await phone.close();
    await box().fill('');
  });

  it('is sent after the network returns, and is on the screen until then', async () => {
    await writer.profile.setOffline(true);
    await box().fill('from the train');
    await box().press('Enter');
    const unsent = articles().filter({ hasText: 'from the train' });
    await unsent.getByRole('status').filter({ hasText: 'Sending' }).waitFor();
    const last = articles().last();
    expect(await last.getAttribute('aria-label')).toMatch(/^Priya Raman, /);
    expect(await last.textContent()).toContain('from the train');
    const count = await articles().count();
    expect(await last.getAttribute('aria-posinset')).toBe(`${count}`);
    await writer.profile.setOffline(false);

    await unsent.getByRole('status').waitFor({ state: 'detached' });
    await shown('from the train');
    expect(await writer.page.getByText('from the train').count()).toBe(1);
    expect(await articles().count()).toBe(count);
  });

  it('is given back with the reason if the server refuses it', async () => {
    await writer.open(topic('closed'));
    await writer.page.route('**/json/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' } })
        : route.continue(),
    );
    await box().fill('too early');
    await box().press('Enter');
    const refused = articles().filter({ hasText: 'too early' });
    await refused.getByRole('alert').filter({ hasText: 'Not today' }).waitFor();
    await writer.page.unroute('**/json/messages');

    await refused.getByRole('button', { name: 'Edit' }).click();
    expect(await box().inputValue()).toBe('too early');
    await form().getByRole('button', { name: 'Send' }).click();
    await shown('too early');
  });

  it('names mentioned people that would not see it', async () => {
    const kim = await organization.addUser('Kim Outside');
    const note = form().getByText('Kim Outside does not see this conversation and gets no notification.');
    await box().fill('ask @**Jonas Weber** and @**Kim Outside**');
    await note.waitFor();
    expect(await form().getByText('Jonas Weber does not see').count()).toBe(0);

    await priya.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: [kim.userId],
    });

    await note.waitFor({ state: 'detached' });
  });

  it('with a wildcard waits for a confirmation in a big stream, and for none in a small one', async () => {
    const question = writer.page.getByRole('alertdialog', { name: /^Notify \d+ people\?$/ });
    await box().fill('all of you: @**all**');
    await box().press('Enter');
    await shown('all of you');
    const crowd = await Promise.all(Array.from({ length: 16 }, (_, n) => organization.addUser(`Crowd ${n}`)));
    await priya.client.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: crowd.map(({ userId }) => userId),
    });

    // By default, moderators and administrators only.
    await organization.owner.client.patch('/realm', { wildcard_mention_policy: 1 });

    await box().fill('really all: @**all**');
    await box().press('Enter');
    await question.waitFor();
    expect(await decidedFaults(writer.page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await box().inputValue()).toBe('really all: @**all**');
    // The text has the focus again.
    await writer.page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Send' }).click();

    await shown('really all');
  });

  it('takes a file that is still on its way when the page is loaded again', async () => {
    await writer.open(topic('kept-file'));
    const isSent = writer.page.waitForRequest((request) => request.method() === 'PATCH');
    await writer.page.route('**/tus/*', () => undefined);
    const chooser = writer.page.waitForEvent('filechooser');
    await form().getByRole('button', { name: 'Attach files' }).click();
    await (await chooser).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await isSent;
    await writer.page.unrouteAll();

    await writer.open('#inbox');
    await writer.page.reload();
    await writer.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await writer.open(topic('kept-file'));

    await eventually(async () => /^\[plan\.txt\]\(\/user_uploads\/.*\)\n$/.test(await box().inputValue()));
  });

  it('takes files, emoji and formats, and shows a preview', async () => {
    await writer.open(topic('files'));
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
    const chooser = writer.page.waitForEvent('filechooser');
    await form().getByRole('button', { name: 'Attach files' }).click();
    await (await chooser).setFiles(file);
    await eventually(async () => /^\[notes\.txt\]\(\/user_uploads\/.*\)\n$/.test(await box().inputValue()));

    await form().getByRole('button', { name: 'Insert emoji' }).click();
    await writer.page
      .getByRole('dialog', { name: 'Emoji' })
      .getByRole('searchbox', { name: 'Search emoji' })
      .fill('tada');
    await writer.page.getByRole('dialog', { name: 'Emoji' }).getByRole('button', { name: 'tada' }).click();
    await box().pressSequentially('done');
    await box().press('Shift+Home');
    await box().press('Control+b');
    expect(await box().inputValue()).toMatch(/\n\*\*:tada: done\*\*$/);
    await form().getByRole('button', { name: 'Preview' }).click();
    await form().getByRole('link', { name: 'notes.txt' }).waitFor();
    await box().press('Enter');
    await articles().getByRole('link', { name: 'notes.txt' }).waitFor();
  });

  it('is scheduled by the menu', async () => {
    await box().fill('good morning');
    await form().getByRole('button', { name: 'Schedule' }).click();
    await writer.page.getByRole('menuitem', { name: 'Tomorrow' }).click();

    await eventually(async () => (await box().inputValue()) === '');
    const { scheduled_messages: scheduled } = await priya.client.get('/scheduled_messages');
    expect(scheduled).toMatchObject([{ content: 'good morning', topic: 'logo', to: streamId }]);
  });
});

describe('typing', () => {
  it('is said to others below the box and next to the name, until the text is sent', async () => {
    const reader = await WebClient.start({ browser, system, organization });
    await reader.signIn(jonas, topic('typing'));
    await writer.open(topic('typing'));
    await writer.page.getByRole('heading', { level: 1, name: 'typing' }).waitFor();
    const line = reader.page.getByRole('status').filter({ hasText: 'Priya Raman is typing' });
    const people = reader.page.getByRole('complementary', { name: 'Details' });
    await people.getByRole('link', { name: 'Priya Raman' }).waitFor();

    await box().pressSequentially('wait');

    await line.waitFor();
    await people.getByRole('link', { name: /Priya Raman.*typing$/ }).waitFor();
    expect(await writer.page.getByText('is typing').count()).toBe(0);
    await box().press('Enter');
    await line.waitFor({ state: 'detached' });
    await shown('wait', reader);
    await reader.close();
  });
});

describe('a status', () => {
  it('has an emoji and an end, and stands next to the name', async () => {
    const account = writer.page.getByRole('button', { name: /^Account/ });
    await account.click();
    await writer.page.getByRole('menuitem', { name: 'Set status' }).click();
    const dialog = writer.page.getByRole('dialog', { name: 'Your status' });
    await dialog.getByRole('textbox', { name: 'Status' }).fill('Reviewing');
    await dialog.getByRole('button', { name: 'Choose emoji' }).click();
    const emoji = writer.page.getByRole('dialog', { name: 'Emoji' });
    await emoji.getByRole('searchbox', { name: 'Search emoji' }).fill('seedling');
    await emoji.getByRole('button', { name: 'seedling' }).click();
    await dialog.getByRole('combobox', { name: 'Ends' }).selectOption('In an hour');
    await dialog.getByRole('button', { name: 'Save' }).click();

    await account.filter({ hasText: /Reviewing until \d/ }).waitFor();
    await account.getByRole('img', { name: 'seedling' }).waitFor();
    await dialog.waitFor({ state: 'detached' });

    await account.click();
    await writer.page.getByRole('menuitem', { name: 'Set status' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Time' }).inputValue()).toMatch(/^\d{4}-/);
    await dialog.getByRole('combobox', { name: 'Ends' }).selectOption('Never');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await account.filter({ hasNotText: 'until' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('a new conversation', () => {
  it('begins with a stream and a topic', async () => {
    await priya.client.post('/messages', { type: 'stream', to: streamId, topic: 'read before', content: 'seen' });
    await writer.open('#inbox');
    await writer.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await writer.page.keyboard.press('c');
    await writer.page.getByRole('combobox', { name: 'Stream' }).pressSequentially('des');
    await writer.page.keyboard.press('Enter');
    const topics = writer.page.getByRole('combobox', { name: 'Topic' });
    await topics.fill('read');
    // A topic without unread messages.
    await writer.page.getByRole('option', { name: 'read before' }).click({ trial: true });
    await topics.fill('paint');
    await box().fill('Which green?');
    await box().press('Enter');

    await shown('Which green?');
    expect(writer.page.url()).toContain(topic('paint'));
  });

  it('begins with people', async () => {
    await writer.open('#inbox');
    await writer.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await writer.page.keyboard.press('x');
    await writer.page.getByRole('combobox', { name: 'To' }).pressSequentially('jonas');
    await writer.page.keyboard.press('Enter');
    await box().fill('psst');
    await box().press('Enter');

    await shown('psst');
    const narrow = [{ operator: 'dm', operand: [priya.userId] }];
    const { messages } = await jonas.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    expect(messages).toMatchObject([{ content: '<p>psst</p>' }]);
  });
});
