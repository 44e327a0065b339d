/// <reference lib="dom" />

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { decidedFaults, overflowFaults, targetFaults } from '../pages/page-faults.js';
import { speakPseudoLanguage, textsOutsideCatalogue } from '../support/pseudo-language.js';
import { WebClient } from '../support/web-client.js';
import { changeTheme, ONLY_LIGHT, THEMES, type Theme } from './themes.js';
import { PHONE, startTwoPeople, type TwoPeople } from './two-people.js';

let people: TwoPeople;
let system: TwoPeople['system'];
let organization: TwoPeople['organization'];
let browser: TwoPeople['browser'];
let ada: TwoPeople['ada'];
let design: TwoPeople['design'];
let write: TwoPeople['write'];
let open: TwoPeople['open'];
beforeAll(async () => {
  people = await startTwoPeople({ serviceWorkers: 'block' });
  ({ system, organization, browser, ada, design, write, open } = people);
}, 240_000);
afterAll(() => people?.close(), 60_000);

const ACCOUNT = 'Account Ada Lovelace';
/** The button of a menu, its entry, and the name of the dialog where it differs. */
const DIALOGS: readonly (readonly [button: string, item: string, name?: string])[] = [
  [ACCOUNT, 'Settings'],
  [ACCOUNT, 'Organization settings'],
  [ACCOUNT, 'Keyboard shortcuts'],
  [ACCOUNT, 'Set status', 'Your status'],
  ['Add streams', 'Browse streams'],
  ['Add streams', 'Create stream'],
  ['More actions', 'Move', 'Move messages'],
  ['More actions', 'View source', 'Message source'],
  ['More actions', 'View readers', 'Readers'],
  ['More actions', 'View edit history', 'Edit history'],
  ['More actions', 'Delete', 'Delete message'],
  ['Schedule', 'Choose a time'],
];

describe('accessibility', () => {
  let garden: number;
  const topic = (name: string) => `#narrow/stream/${design}-design/topic/${name}`;
  beforeAll(async () => {
    await write('Unseen', 'not opened');
    const everyone = 5;
    await organization.owner.client.patch('/realm', { delete_own_message_policy: everyone });
    const { id } = await ada.client.post('/messages', { type: 'stream', to: 'design', topic: 'Own', content: 'Gren' });
    await ada.client.patch(`/messages/${id}`, { content: 'Green' });
    await ada.client.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const draft = { type: 'stream', to: [design], topic: 'Later', content: 'Half a', timestamp: 1_800_000_000 };
    await ada.client.post('/drafts', { drafts: [draft] });
    garden = (await ada.client.get('/get_stream_id', { stream: 'garden' })).stream_id;
  });

  it.each<[string, BrowserContextOptions, readonly Theme[]]>([
    ['every theme', {}, THEMES],
    ['a phone', PHONE, ONLY_LIGHT],
    ['320 pixels', { viewport: { width: 320, height: 640 } }, ONLY_LIGHT],
  ])('has no violation in %s', async (_, context, themes) => {
    const client = await open('#inbox', context);
    const shows = (name: RegExp) => client.main.getByRole('link', { name });
    const messages = client.main.getByRole('article');
    for (const [fragment, part] of [
      ['#inbox', shows(/Unseen/)],
      ['#recent', shows(/Unseen/)],
      ['#drafts', shows(/Half a/)],
      ['#narrow/is/starred', messages.filter({ hasText: 'Green' })],
      ['#narrow/is/mentioned', messages.filter({ hasText: 'second' })],
      [topic('Logo'), messages],
      // The headings of one stream, without marking its messages as read.
      [`#narrow/stream/${design}-design/is/starred`, messages],
      [`#narrow/stream/${garden}-garden`, client.main.getByRole('button', { name: 'Subscribe' })],
      ['#nonsense', client.heading],
    ] as const) {
      await client.open(fragment);
      await part.first().waitFor();
      const smallest = (context.viewport?.width ?? 1_280) > 760 ? 24 : 32;
      for (const theme of themes) {
        const [name, , rules] = theme;
        const shown = { fragment, theme: name };
        await changeTheme(client.page, theme);
        expect({ ...shown, faults: await decidedFaults(client.page, rules) }).toEqual({ ...shown, faults: [] });
        expect({ ...shown, faults: await overflowFaults(client.page) }).toEqual({ ...shown, faults: [] });
        expect({ ...shown, faults: await targetFaults(client.page, smallest) }).toEqual({ ...shown, faults: [] });
      }
    }
    await client.close();
  });

  it('has no violation in the dialogs, in every theme', async () => {
    const client = await open('#inbox');
    const focused = client.page.locator(':focus');
    await client.open(topic('Own'));
    for (const [button, item, name = item] of [...DIALOGS, ['Insert emoji', '', 'Emoji']] as const) {
      // After the end of a dialog, its message has the focus and its actions.
      if (item === 'Move') await client.main.getByRole('article').focus();
      if (button === 'Schedule')
        await client.page.getByRole('form', { name: 'Compose' }).getByRole('textbox').fill('Later');
      await client.page.getByRole('button', { name: button }).click();
      if (item !== '') {
        const entry = client.page.getByRole('menuitem', { name: item, exact: true });
        await entry.waitFor();
        // A menu on a layer of its own has the role of a dialog around it.
        expect(await client.page.getByRole('dialog', { name: /^$/ }).count()).toBe(0);
        await entry.click();
      }
      const dialog = client.page.getByRole('dialog', { name });
      await dialog.waitFor();
      if (item === 'Set status') await dialog.getByLabel('Ends').selectOption({ label: 'At a chosen time' });
      for (const theme of THEMES) {
        const [themeName, , rules] = theme;
        const shown = { name, theme: themeName };
        await changeTheme(client.page, theme);
        expect({ ...shown, faults: await decidedFaults(client.page, rules) }).toEqual({ ...shown, faults: [] });
        expect({ ...shown, faults: await targetFaults(client.page, 24) }).toEqual({ ...shown, faults: [] });
      }
      await client.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      // The menu of a message goes with its button, so that the message has the focus.
      const opener =
        button === 'More actions'
          ? client.main.getByRole('article')
          : client.page.getByRole('button', { name: button });
      await opener.and(focused).waitFor();
    }
    await client.close();
  });

  it.each<[string, BrowserContextOptions, string]>([
    ['320 pixels', { viewport: { width: 320, height: 640 } }, '100%'],
    ['360 pixels', { viewport: { width: 360, height: 740 } }, '100%'],
    ['text of twice the size', {}, '200%'],
  ])('fits the dialogs into %s', async (_, context, fontSize) => {
    const client = await open(topic('Own'), context);
    await client.page.evaluate((size) => Object.assign(document.documentElement.style, { fontSize: size }), fontSize);
    const article = client.main.getByRole('article').last();
    const tabs = client.page.getByRole('navigation', { name: 'Main' });
    for (const [button, item, name = item] of DIALOGS) {
      await client.open(topic('Own'));
      await article.focus();
      if (button === 'Schedule')
        await client.page.getByRole('form', { name: 'Compose' }).getByRole('textbox').fill('Later');
      const opener = client.page.getByRole('button', { name: button });
      const isOnPhone = !(await opener.isVisible());
      if (isOnPhone) await client.open('#inbox');
      if (isOnPhone && button === ACCOUNT) {
        await tabs.getByRole('button', { name: 'You' }).click();
        await client.main.getByRole('button', { name: item, exact: true }).click();
      } else {
        if (isOnPhone) await tabs.getByRole('button', { name: 'Streams' }).click();
        await opener.click();
        await client.page.getByRole('menuitem', { name: item, exact: true }).click();
      }
      const dialog = client.page.getByRole('dialog', { name });
      await dialog.waitFor();
      if (item === 'Set status') await dialog.getByLabel('Ends').selectOption({ label: 'At a chosen time' });
      expect({ name, faults: await overflowFaults(client.page) }).toEqual({ name, faults: [] });
      await client.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await client.close();
  });

  it('gives the focus back after an emoji, a time and a question', async () => {
    await organization.owner.client.patch('/realm', { wildcard_mention_policy: 1 });
    const client = await open(topic('Own'));
    const article = client.main.getByRole('article').last();
    const hasFocus = (name: RegExp) => client.page.locator(':focus').and(client.page.getByLabel(name)).waitFor();
    await article.focus();
    await article.getByRole('toolbar').getByRole('button', { name: 'Add reaction' }).click();
    await client.page.getByRole('dialog', { name: 'Emoji' }).waitFor();
    await client.page.keyboard.press('Escape');
    await hasFocus(/^Ada Lovelace, /);

    const field = client.page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
    await field.fill('Later');
    await client.page.getByRole('button', { name: 'Schedule' }).click();
    await client.page.getByRole('menuitem', { name: 'In an hour' }).click();
    await client.page.getByRole('status').filter({ hasText: 'Scheduled' }).waitFor();
    await hasFocus(/^Message$/);
    await client.close();
  });

  it('fits the page with text of twice the size', async () => {
    const client = await open('#inbox');
    for (const fragment of ['#inbox', '#recent', '#drafts', topic('Logo')]) {
      await client.open(fragment);
      await client.heading.waitFor();
      await client.page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }));
      expect({ fragment, faults: await overflowFaults(client.page) }).toEqual({ fragment, faults: [] });
    }
    await client.close();
  });

  it('has every text from the file of its language, which turns the page from right to left', async () => {
    const client = await WebClient.start({
      browser,
      system,
      organization,
      context: { serviceWorkers: 'block', timezoneId: 'UTC' },
    });
    await speakPseudoLanguage(client.page);
    await client.signIn(ada);
    const faults = async () => [
      ...(await textsOutsideCatalogue(client.page, await knownData())),
      ...(await overflowFaults(client.page)),
    ];
    for (const fragment of ['#inbox', '#recent', '#drafts', topic('Own'), '#nonsense']) {
      await client.open(fragment);
      await client.heading.waitFor();
      expect({ fragment, faults: await faults() }).toEqual({ fragment, faults: [] });
    }
    expect(await client.page.locator('html').getAttribute('dir')).toBe('rtl');
    const arrow = client.page.locator('svg[data-directed]').first();
    expect(await arrow.evaluate((sign) => getComputedStyle(sign).transform)).toBe('matrix(-1, 0, 0, 1, 0, 0)');
    await client.close();
  });

  /** Names and words of people, and dates. */
  async function knownData(): Promise<string[]> {
    const state = await ada.client.post('/register', {});
    const streams = [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed];
    const people: { full_name: string }[] = [...state.realm_users, ...state.cross_realm_bots];
    const { conversations } = await ada.client.get('/conversations');
    return [
      state.realm_name,
      ...people.flatMap(({ full_name: name }) => [name, ...name.split(' '), initialsOf(name)]),
      ...streams.map(({ name }) => name),
      ...conversations.flatMap(({ topic: name, excerpt }: Record<string, string>) => [name, excerpt]),
      new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }).format(),
      ...['Today', ' at ', 'UTC', 'Later', 'Half a'],
    ].filter((text) => text !== '');
  }
  const initialsOf = (name: string) =>
    name
      .split(' ')
      .map(([first]) => first)
      .join('');
});
