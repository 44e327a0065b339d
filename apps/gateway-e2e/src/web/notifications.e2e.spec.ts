/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../pages/page-faults.js';
import { Organization, type TestUser } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';
import { click, fakeNotifications, notesOf, openNotes, untilNoted, untilOpen } from './fake-notifications.js';

/** Long enough for a message to reach the other tab. */
const BLOCKED_MS = 3_000;

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let ada: TestUser;
let ben: TestUser;
let client: WebClient;

beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  ada = await organization.addUser('Ada Lovelace');
  ben = await organization.addUser('Ben Okri');
  await ada.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'design' }],
    principals: [ada.userId, ben.userId],
  });
  client = await WebClient.start({ browser, system, organization, context: { reducedMotion: 'reduce' } });
  await client.profile.addInitScript(fakeNotifications);
  await client.signIn(ada, '#inbox');
  await client.heading.waitFor();
}, 240_000);
afterAll(async () => {
  await client?.close();
  await browser?.close();
  await organization?.close();
}, 60_000);

const write = (topic: string, content: string) =>
  ben.client.post('/messages', { type: 'stream', to: 'design', topic, content });
const writeToAda = (content: string) => ben.client.post('/messages', { type: 'private', to: [ada.userId], content });

const headingIs = (name: string) => client.main.getByRole('heading', { level: 1, name, exact: true }).waitFor();

describe('notifications', () => {
  it('are asked for by a button in the settings', async () => {
    await client.page.getByRole('button', { name: 'Account Ada Lovelace' }).click();
    await client.page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
    const group = client.page.getByRole('group', { name: 'Notifications' });
    await group.getByText('This browser shows no notifications yet.').waitFor();
    await group.getByRole('combobox', { name: 'Sound' }).selectOption('chime');
    expect(await accessibilityFaults(client.page)).toEqual([]);
    await group.getByRole('button', { name: 'Allow notifications' }).click();
    await group.getByText('This browser shows notifications while the client is open.').waitFor();
    await client.page.keyboard.press('Escape');
    await client.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('are one for each conversation, and go when it is read elsewhere', async () => {
    const { id } = await writeToAda('Lunch?');
    await untilOpen(client, ['Lunch?']);
    const later = await writeToAda('At noon.');
    await untilOpen(client, ['At noon.']);
    expect((await notesOf(client)).map(({ title, tag }) => [title, tag])).toEqual(
      Array(2).fill(['Ben Okri', `dm:${[ada.userId, ben.userId].sort((one, other) => one - other)}`]),
    );

    await ada.client.post('/messages/flags', { messages: [id, later.id], op: 'add', flag: 'read' });
    await untilOpen(client, []);
  });

  it('follow the settings', async () => {
    await ada.client.patch('/settings', { pm_content_in_desktop_notifications: false });
    await write('Logo', 'Not for you');
    const { id } = await writeToAda('Secret');
    await untilOpen(client, ['New direct message']);

    await ada.client.patch('/settings', { enable_stream_desktop_notifications: true });
    await write('Logo', 'For everyone');
    await untilOpen(client, ['New direct message', 'For everyone']);
    await ada.client.patch('/settings', { enable_stream_desktop_notifications: false });
    await ada.client.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await untilOpen(client, ['For everyone']);
  });

  it('lead to their message', async () => {
    await click(client);
    await headingIs('Logo');
    await client.main.getByRole('article').filter({ hasText: 'For everyone' }).waitFor();
  });

  it('take a reply, which is sent once to their conversation while the page stays where it is', async () => {
    const { id } = await writeToAda('Dinner?');
    await untilOpen(client, ['New direct message']);
    const { actions } = (await notesOf(client)).at(-1) ?? {};
    expect(actions).toMatchObject([{ action: 'reply', type: 'text', title: 'Reply' }]);
    await click(client, 'At eight');

    const narrow = [{ operator: 'dm', operand: [ada.userId] }];
    const range = { anchor: id, num_before: 0, num_after: 10, narrow };
    const replies = async () => (await ben.client.get('/messages', range)).messages.slice(1);
    await eventually(async () => (await replies()).length > 0);
    // Nothing is on its way any more.
    await client.page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('chat.outbox.')));
    expect(await replies()).toMatchObject([{ sender_id: ada.userId, content: '<p>At eight</p>' }]);
    await headingIs('Logo');
  });

  it('are absent for a message on the screen', async () => {
    await write('Logo', '@**Ada Lovelace** here');
    await client.main.getByRole('article').filter({ hasText: 'here' }).waitFor();
    await write('Colors', '@**Ada Lovelace** there');
    await untilOpen(client, ['@Ada Lovelace there']);
    expect(await openNotes(client)).toEqual(['Ben Okri (#design › Colors): @Ada Lovelace there']);
  });

  it('are shown by one of the tabs', async () => {
    const other = await client.tab();
    await other.open('#inbox');
    await other.heading.waitFor();
    const all = async () => [...(await notesOf(client)), ...(await notesOf(other))];
    await other.page.evaluate(() => {
      (window as unknown as { Notification: { permission: string } }).Notification.permission = 'granted';
    });

    await write('Tabs', '@**Ada Lovelace** first');
    await write('Tabs', '@**Ada Lovelace** last');
    await Promise.any([client, other].map((each) => untilNoted(each, '@Ada Lovelace last')));

    const ofTopic = (await all()).filter(({ title }) => title.includes('Tabs'));
    expect(ofTopic.map(({ body }) => body.split('\n')[0])).toEqual(['@Ada Lovelace first', '@Ada Lovelace last']);
    await other.page.close();
  });

  it('are left to the tab that took the place of a blocked one', async () => {
    const blocked = await client.tab();
    await blocked.open('#inbox');
    await blocked.heading.waitFor();
    await blocked.page.evaluate(() => {
      (window as unknown as { Notification: { permission: string } }).Notification.permission = 'granted';
      // As storage that brings the news of other tabs late.
      const { getItem } = Storage.prototype;
      Storage.prototype.getItem = function (key) {
        return key === 'chat.notified' ? null : getItem.call(this, key);
      };
      dispatchEvent(new Event('focus'));
    });
    await blocked.page.evaluate(async () => void (await navigator.locks.query()));
    const unblocked = blocked.page.evaluate((ms) => {
      const end = Date.now() + ms;
      while (Date.now() < end);
    }, BLOCKED_MS);
    await client.page.evaluate(() => dispatchEvent(new Event('focus')));
    await write('Block', '@**Ada Lovelace** once');
    await untilNoted(client, '@Ada Lovelace once');
    await unblocked;

    await blocked.main.getByRole('link', { name: /Block/ }).waitFor();
    await blocked.page.evaluate(async () => {
      await navigator.locks.query();
      await navigator.serviceWorker.ready;
    });
    const ofTopic = (await notesOf(blocked)).filter(({ title }) => title.includes('Block'));
    expect(ofTopic).toEqual([]);
    await blocked.page.close();
  });
});

describe('keys of the selected message', () => {
  const box = () => client.page.getByRole('textbox', { name: 'Message', exact: true });
  const isFocused = () => client.page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  const select = async (fragment: string, words: string) => {
    await client.open(fragment);
    const article = client.main.getByRole('article').filter({ hasText: words }).first();
    await article.waitFor();
    await article.focus();
  };

  it.each([
    ['r', 'Colors', ''],
    ['@', 'Colors', '@**Ben Okri** '],
    ['>', 'Colors', '```quote\n@**Ada Lovelace** there\n```\n'],
    ['Shift+R', 'Ben Okri', ''],
  ])('%s in a mixed view leads into the box of the conversation %s', async (key, heading, text) => {
    await select('#all_messages', 'there');
    await client.page.keyboard.press(key);
    await headingIs(heading);
    await isFocused();
    await client.page.waitForFunction(
      (end) => (document.activeElement as HTMLTextAreaElement).value.endsWith(end),
      text,
    );
    await box().fill('');
  });

  it('collapse and show it', async () => {
    await select('#all_messages', 'there');
    await client.page.keyboard.press('-');
    const show = client.main.getByRole('button', { name: 'Show collapsed message' });
    await show.waitFor();
    await show.click();
    await client.main.getByRole('article').filter({ hasText: 'there' }).waitFor();
  });

  it('mute its topic and narrow to the conversation', async () => {
    await select('#all_messages', 'there');
    await client.page.keyboard.press('Shift+M');
    await client.page.keyboard.press('s');
    await headingIs('Colors');
    await client.page
      .getByRole('navigation', { name: 'Streams', exact: true })
      .getByRole('link', { name: /^Colors.*muted/ })
      .waitFor();
  });

  it('edit the last own message', async () => {
    await client.open(`#narrow/dm/${ben.userId}`);
    await box().fill('Yes, at noon');
    await client.page.keyboard.press('Control+Enter');
    await client.message('Yes, at noon').focus();
    await client.page.keyboard.press('ArrowLeft');
    await client.main.getByRole('textbox', { name: 'Edit message' }).waitFor();
    await client.page.keyboard.press('Control+[');
    await client.main.getByRole('textbox', { name: 'Edit message' }).waitFor({ state: 'detached' });
  });

  it('lead from a new conversation to the one it would go to, with its text', async () => {
    await client.open('#inbox');
    await headingIs('Inbox');
    await client.page.keyboard.press('x');
    const to = client.page.getByRole('combobox', { name: 'To' });
    await to.fill('Ben');
    await client.page.keyboard.press('Enter');
    await box().fill('Half a thou');
    await client.page.keyboard.press('Control+.');
    await headingIs('Ben Okri');
    await isFocused();
    expect(await box().inputValue()).toBe('Half a thou');
    expect(client.faults).toEqual([]);
  });
});
