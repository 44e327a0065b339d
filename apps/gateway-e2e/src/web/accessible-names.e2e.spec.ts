/// <reference lib="dom" />

import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { WebClient } from '../support/web-client.js';
import { PHONE, startTwoPeople, type TwoPeople } from './two-people.js';

type Role = Parameters<Page['getByRole']>[0];
/** A part of the page. A string is the whole name. */
type Part = readonly [role: Role, name: string | RegExp];

let people: TwoPeople;
let client: WebClient;
let topic: (name: string) => string;
beforeAll(async () => {
  people = await startTwoPeople({ serviceWorkers: 'block' });
  const { ada, design, open, organization, write } = people;
  topic = (name) => `#narrow/stream/${design}-design/topic/${name}`;
  const everyone = 5;
  await organization.owner.client.patch('/realm', { delete_own_message_policy: everyone });
  await write('Names', 'from Ben');
  await ada.client.post('/messages', { type: 'stream', to: 'design', topic: 'Own', content: 'from Ada' });
  client = await open('#inbox');
}, 240_000);
afterAll(async () => {
  await client?.close();
  await people?.close();
}, 60_000);

/** Waits for all parts inside of one, and fails with the list of those that are missing. */
async function expectParts(inside: Page | Locator, parts: readonly Part[]): Promise<void> {
  const missing = async () => {
    const counts = await Promise.all(
      parts.map(([role, name]) => inside.getByRole(role, { name, exact: true }).count()),
    );
    return parts.filter((_, index) => counts[index] === 0);
  };
  await eventually(async () => (await missing()).length === 0).catch(() => undefined);
  expect(await missing()).toEqual([]);
}

const message = (content: string) => client.message(content);
const openMenu = (name: string) => client.page.getByRole('button', { name, exact: true }).click();
const closeMenu = async () => {
  await client.page.keyboard.press('Escape');
  await client.page.getByRole('menu').waitFor({ state: 'detached' });
};

describe('tests and assistive programs find by role and name', () => {
  it('the fields of the sign-in, and its refusal', async () => {
    const { browser, organization, system } = people;
    const visitor = await WebClient.start({ browser, system, organization });
    await visitor.open();
    await expectParts(visitor.page, [
      ['textbox', 'Email'],
      ['button', 'Sign in'],
    ]);
    await visitor.page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
    await visitor.page.getByLabel('Password').fill('not the one');
    await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visitor.page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await visitor.close();
  });

  it('the left bar and the account', async () => {
    const { page } = client;
    await expectParts(page, [
      ['navigation', 'Views'],
      ['navigation', 'Direct messages'],
      ['navigation', 'Streams'],
      ['searchbox', 'Filter streams'],
      ['searchbox', 'Filter people'],
      ['link', /^Inbox \d unread$/],
      ['link', 'noise muted'],
      ['link', 'hiring private'],
      ['link', /^design \d unread, you are mentioned$/],
      ['button', 'Account Ada Lovelace'],
      ['combobox', 'Search'],
    ]);
    await openMenu('Account Ada Lovelace');
    await expectParts(page.getByRole('menu', { name: 'Account Ada Lovelace', exact: true }), [
      ['menuitem', 'Settings'],
      ['menuitem', 'Organization settings'],
      ['menuitem', 'Keyboard shortcuts'],
      ['menuitem', 'Sign out'],
    ]);
    await closeMenu();
  });

  it('a view and its topic', async () => {
    const phone = await people.open(topic('Logo'), PHONE);
    await expectParts(phone.page, [['button', 'Back']]);
    await phone.close();

    await client.open(topic('Logo'));
    await expectParts(client.page, [
      ['heading', 'Logo'],
      ['button', 'Topic actions'],
    ]);
    expect(await client.page.getByRole('main').count()).toBe(1);
    expect(await client.page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await openMenu('Topic actions');
    await expectParts(client.page, [['menuitem', 'Mark as resolved']]);
    await closeMenu();
  });

  it('messages, with their lines and headings', async () => {
    await client.open(topic('Names'));
    const feed = client.page.getByRole('feed', { name: 'Messages', exact: true });
    const first = feed.getByRole('article', { name: /^Ben Okri, \d{1,2}:\d{2}/ }).first();
    await expectParts(first, [
      ['separator', 'Today'],
      ['separator', 'New messages'],
    ]);
    expect([await first.getAttribute('aria-posinset'), await first.getAttribute('aria-setsize')]).toEqual(['1', '1']);
    await expectParts(client.page, [['log', 'New messages']]);
    await people.write('Names', 'later words');
    await client.page.getByRole('log').getByText('Ben Okri: later words').waitFor();

    await client.open('#all_messages');
    await expectParts(message('from Ben'), [['heading', /design.*Names/]]);
  });

  it('the actions on a message, on focus and under the pointer', async () => {
    await client.open(topic('Own'));
    const own = message('from Ada');
    const toolbar = own.getByRole('toolbar', { name: 'Message actions', exact: true });
    await own.hover();
    await toolbar.waitFor();
    await client.heading.hover();
    await toolbar.waitFor({ state: 'detached' });
    await own.focus();
    await expectParts(toolbar, [
      ['button', 'Add reaction'],
      ['button', 'Quote and reply'],
      ['button', 'Star'],
      ['button', 'More actions'],
    ]);
    await toolbar.getByRole('button', { name: 'Star', exact: true }).click();
    await expectParts(toolbar, [['button', 'Unstar']]);
    await openMenu('More actions');
    await expectParts(client.page.getByRole('menu', { name: 'More actions', exact: true }), [
      ['menuitem', 'Edit'],
      ['menuitem', 'Move'],
      ['menuitem', 'Delete'],
      ['menuitem', 'Mark as unread from here'],
      ['menuitem', 'View source'],
      ['menuitem', 'Copy link'],
    ]);
    await closeMenu();
    await own.and(client.page.locator(':focus')).waitFor();
    await toolbar.getByRole('button', { name: 'Add reaction', exact: true }).click();
    const emoji = client.page.getByRole('dialog', { name: 'Emoji', exact: true });
    await emoji.getByRole('searchbox', { name: 'Search emoji', exact: true }).fill('tada');
    await emoji.getByRole('button', { name: 'tada', exact: true }).click();
    await own.getByRole('button', { name: 'tada, 1: You', exact: true, pressed: true }).waitFor();
  });

  it('the box of a conversation, and its suggestions', async () => {
    const { page } = client;
    await client.open(topic('Own'));
    const form = page.getByRole('form', { name: 'Compose', exact: true });
    await expectParts(form, [
      ['textbox', 'Message'],
      ['button', 'Send'],
      ['button', 'Schedule'],
      ['button', 'Attach files'],
      ['button', 'Insert emoji'],
      ['button', 'Preview'],
    ]);
    const field = form.getByRole('textbox', { name: 'Message', exact: true });
    await field.pressSequentially('@be');
    await expectParts(page.getByRole('listbox', { name: 'Suggestions', exact: true }), [['option', /^Ben Okri/]]);
    await field.fill('later');
    await openMenu('Schedule');
    await expectParts(page.getByRole('menu', { name: 'Schedule', exact: true }), [
      ['menuitem', 'In an hour'],
      ['menuitem', 'Tomorrow'],
      ['menuitem', 'Choose a time'],
    ]);
    await closeMenu();
    await field.fill('');

    await client.open('#inbox');
    await page.getByRole('button', { name: 'New message', exact: true }).click();
    await expectParts(page, [
      ['combobox', 'Stream'],
      ['combobox', 'Topic'],
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New direct message', exact: true }).click();
    await expectParts(page, [['combobox', 'To']]);
    await page.keyboard.press('Escape');
  });

  it('the dialogs, and the field of an edit', async () => {
    const { page } = client;
    const own = message('from Ada');
    await client.open(topic('Own'));
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
    const closeDialog = async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const choose = async (name: string) => {
      await own.focus();
      await openMenu('More actions');
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    const spoken = async () => {
      const session = await page.context().newCDPSession(page);
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      await session.detach();
      return nodes
        .filter(({ ignored }) => !ignored)
        .map(({ role, description }) => ({ role: role?.value, description: description?.value }));
    };
    await choose('Move');
    await expectParts(dialog('Move messages'), [
      ['combobox', 'Topic'],
      ['radio', 'Only this message'],
      ['radio', 'This message and those after it'],
      ['radio', 'All in this topic'],
      ['button', 'Move'],
    ]);
    await closeDialog();
    await choose('Delete');
    await expectParts(dialog('Delete message'), [['button', 'Delete']]);
    // Read with the name: the message, and the end of it. The head of a dialog is not another banner of the page.
    const [heard, ...others] = (await spoken()).filter(({ role }) => role === 'dialog' || role === 'banner');
    expect([heard?.description, others]).toEqual([expect.stringMatching(/from Ada.*gone for everybody/), []]);
    await closeDialog();
    await page.keyboard.press('?');
    await dialog('Keyboard shortcuts').waitFor();
    await closeDialog();
    await choose('Edit');
    await expectParts(own, [
      ['textbox', 'Edit message'],
      ['button', 'Save'],
      ['button', 'Cancel'],
    ]);
    await own.getByRole('button', { name: 'Cancel', exact: true }).click();
  });

  it('the state of the network, which is empty while all is well', async () => {
    const status = client.page.getByRole('status', { name: 'Connection', exact: true });
    expect(await status.textContent()).toBe('');
    await client.profile.setOffline(true);
    await status.filter({ hasText: 'No connection' }).waitFor();
    await client.profile.setOffline(false);
    await status.filter({ hasNotText: /./ }).waitFor({ state: 'attached' });
    expect(client.faults).toEqual([]);
  });
});
