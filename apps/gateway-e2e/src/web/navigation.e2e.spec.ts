/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import { accessibilityFaults, overflowFaults } from '../pages/page-faults.js';
import { Organization, type TestUser } from '../support/organization.js';
import { speakPseudoLanguage, textsOutsideCatalogue } from '../support/pseudo-language.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let ada: TestUser;
let ben: TestUser;
let design: number;
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  ada = await organization.addUser('Ada Lovelace');
  ben = await organization.addUser('Ben Okri');
  const subscribe = (names: object[], more: object = {}) =>
    ada.client.post('/users/me/subscriptions', { subscriptions: names, principals: [ada.userId, ben.userId], ...more });
  await subscribe([{ name: 'design' }, { name: 'noise' }]);
  await subscribe([{ name: 'hiring' }], { invite_only: true });
  const { subscriptions } = await ada.client.get('/users/me/subscriptions');
  const idOf = (name: string) => subscriptions.find((stream: { name: string }) => stream.name === name).stream_id;
  design = idOf('design');
  await ben.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }] });
  await ada.client.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: idOf('noise'), property: 'is_muted', value: true }],
  });
  await write('Logo', 'first');
  await write('Logo', '@**Ada Lovelace** second');
  await write('Empty states', 'third');
  await ben.client.post('/messages', { type: 'private', to: [ada.userId], content: 'Lunch?' });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);

const write = (topic: string, content: string) =>
  ben.client.post('/messages', { type: 'stream', to: 'design', topic, content });

const open = async (fragment: string, context: BrowserContextOptions = {}): Promise<WebClient> => {
  const client = await WebClient.start({
    browser,
    system,
    organization,
    context: { reducedMotion: 'reduce', ...context },
  });
  await client.signIn(ada, fragment);
  await client.heading.waitFor();
  return client;
};

/**
 * Axe cannot decide about text at the edge of a scrolling part, next to the drawn line of a thread, or of signs alone: tokens.spec.ts has
 * these colors. It cannot say either whether the name of an emoji contains the emoji.
 */
const decidedFaults = async ({ page }: WebClient): Promise<string[]> =>
  (await accessibilityFaults(page)).filter(
    (fault) =>
      !/overlapped by another element|due to a pseudo element|only non-text characters|if the visible text is part/.test(
        fault,
      ),
  );

describe('the left bar', () => {
  let client: WebClient;
  beforeAll(async () => {
    client = await open('#inbox');
  });
  afterAll(() => client?.close());

  const link = (bar: string, name: string | RegExp) =>
    client.page.getByRole('navigation', { name: bar, exact: true }).getByRole('link', { name, exact: true });

  it('names views, people and streams with their unread messages', async () => {
    await link('Views', 'Inbox 4 unread').waitFor();
    await link('Views', 'Mentions 1 unread').waitFor();
    for (const view of ['Recent conversations', 'All messages', 'Starred', 'Drafts', 'Scheduled']) {
      await link('Views', view).waitFor();
    }
    await link('Direct messages', /^Ben Okri 1 unread/).waitFor();
    await link('Streams', 'design 3 unread, you are mentioned').waitFor();
    await link('Streams', 'hiring private').waitFor();
    await link('Streams', 'noise muted').waitFor();
  });

  it('follows messages that others send and the reader reads', async () => {
    const { id } = await write('Logo', 'more');
    await link('Streams', 'design 4 unread, you are mentioned').waitFor();
    expect(await client.page.title()).toMatch(/^\(5\) Inbox – /);

    await ada.client.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });

    await link('Streams', 'design 3 unread, you are mentioned').waitFor();
  });

  it('narrows streams and people by their filters', async () => {
    const streams = client.page.getByRole('navigation', { name: 'Streams', exact: true });
    await client.page.getByRole('searchbox', { name: 'Filter streams' }).fill('hir');
    await link('Streams', 'hiring private').waitFor();
    expect(await streams.getByRole('link').count()).toBe(1);
    await client.page.keyboard.press('Escape');
    await link('Streams', 'noise muted').waitFor();

    await client.page.getByRole('searchbox', { name: 'Filter people' }).fill('okr');
    await link('Direct messages', /^Ben Okri/).waitFor();
    await client.page.keyboard.press('Escape');
  });

  it('leads to all streams, which are subscribed to and left there, and to new ones', async () => {
    const dialog = client.page.getByRole('dialog', { name: 'Browse streams' });
    await client.page.getByRole('button', { name: 'Add streams' }).click();
    await client.page.getByRole('menuitem', { name: 'Browse streams' }).click();
    await dialog.getByRole('searchbox', { name: 'Search streams' }).fill('gar');
    await dialog.getByRole('button', { name: 'Subscribe garden', exact: true }).click();
    await dialog.getByRole('button', { name: 'Unsubscribe garden' }).waitFor();
    expect(await dialog.getByRole('list', { name: 'Streams' }).getByRole('listitem').count()).toBe(1);
    await dialog.getByRole('searchbox').fill('');
    await dialog.getByRole('button', { name: 'Unsubscribe hiring' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Only a subscriber can add you again.' }).waitFor();
    await client.page.keyboard.press('Escape');
    await link('Streams', 'garden').waitFor();
    await link('Streams', 'hiring private').waitFor();

    await client.page.getByRole('button', { name: 'Add streams' }).click();
    await client.page.getByRole('menuitem', { name: 'Create stream' }).click();
    const form = client.page.getByRole('dialog', { name: 'Create stream' });
    await form.getByRole('textbox', { name: 'Name' }).fill('design');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByRole('alert').filter({ hasText: 'There is a stream design already.' }).waitFor();
    await form.getByRole('textbox', { name: 'Name' }).fill('secret plans');
    await form.getByRole('radio', { name: /^Private/ }).check();
    await form.getByRole('combobox', { name: 'Add people' }).fill('okri');
    await client.page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Remove Ben Okri' }).waitFor();
    await form.getByRole('button', { name: 'Create' }).click();
    await client.main.getByRole('heading', { level: 1, name: 'secret plans' }).waitFor();
    await link('Streams', 'secret plans private').waitFor();
    const { subscriptions } = await ben.client.get('/users/me/subscriptions');
    expect(subscriptions.map(({ name }: { name: string }) => name)).toContain('secret plans');
    await client.page.goBack();
  });

  it('stores a setting and applies it at once', async () => {
    await client.page.getByRole('button', { name: 'Account Ada Lovelace' }).click();
    await client.page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
    const dialog = client.page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await client.page.locator('html[data-theme="dark"]').waitFor();
    await dialog.getByRole('combobox', { name: 'Theme' }).selectOption('As the system');
    await client.page.locator('html[data-theme="auto"]').waitFor();
    for (const density of ['Compact', 'Roomy', 'Comfortable']) {
      await dialog.getByRole('combobox', { name: 'Density' }).selectOption(density);
      await client.page.locator(`html[data-density="${density.toLowerCase()}"]`).waitFor();
    }
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('de');
    const german = client.page.getByRole('dialog', { name: 'Einstellungen' });
    await client.page.locator('html[lang="de"]').waitFor();
    await german.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await dialog.waitFor();
    await client.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('opens the account menu by keyboard and gives the focus back', async () => {
    const button = client.page.getByRole('button', { name: 'Account Ada Lovelace' });
    await button.focus();
    await client.page.keyboard.press('Enter');
    for (const name of ['Settings', 'Organization settings', 'Keyboard shortcuts', 'Sign out']) {
      await client.page.getByRole('menuitem', { name, exact: true }).waitFor();
    }

    await client.page.keyboard.press('Escape');

    await client.page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(client.faults).toEqual([]);
  });
});

describe('addresses', () => {
  let client: WebClient;
  beforeAll(async () => {
    client = await open('#inbox');
  });
  afterAll(() => client?.close());
  const headingIs = (name: string) => client.main.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  it('name views, streams, topics and people, and Back and Forward work', async () => {
    await client.page
      .getByRole('navigation', { name: 'Streams', exact: true })
      .getByRole('link', { name: /^design/ })
      .click();
    await headingIs('design');
    await client.page.getByRole('link', { name: /^Logo/ }).first().click();
    await headingIs('Logo');
    expect(new URL(client.page.url()).hash).toBe(`#narrow/stream/${design}-design/topic/Logo`);

    await client.page.goBack();
    await headingIs('design');
    await client.page.goBack();
    await headingIs('Inbox');
    await client.page.goForward();
    await headingIs('design');
  });

  it.each([
    ['#recent', 'Recent conversations'],
    ['#all_messages', 'All messages'],
    ['#drafts', 'Drafts'],
    ['#scheduled', 'Scheduled'],
    ['#narrow/is/starred', 'Starred'],
    ['#narrow/is/mentioned', 'Mentions'],
    ['#narrow/search/two.20words', 'Search: two words'],
    ['#narrow/stream/99999-gone', 'No such stream'],
    ['#narrow/dm/99999', 'No such person'],
    ['#narrow/odd/x', 'Nothing is here'],
    ['#nonsense', 'Nothing is here'],
  ])('%s shows %j', async (fragment, heading) => {
    await client.open(fragment);
    await headingIs(heading);
  });

  it('of a public stream without a subscription offer one, of a hidden one the words for an unknown one', async () => {
    const create = async (name: string, isPrivate: boolean): Promise<string> => {
      await ben.client.post('/users/me/subscriptions', { subscriptions: [{ name }], invite_only: isPrivate });
      const { stream_id: id } = await ben.client.get('/get_stream_id', { stream: name });
      return `#narrow/stream/${id}`;
    };
    const [attic, cellar] = [await create('attic', false), await create('cellar', true)];
    await client.open(attic);
    const offer = client.page.getByRole('region', { name: 'You are not subscribed to this stream.' });
    await offer.getByRole('button', { name: 'Subscribe' }).click();
    await offer.waitFor({ state: 'detached' });
    await client.page
      .getByRole('navigation', { name: 'Streams', exact: true })
      .getByRole('link', { name: 'attic' })
      .waitFor();

    await client.open('#narrow/stream/99999-gone');
    await headingIs('No such stream');
    const unknown = await client.main.textContent();
    await client.open(cellar);
    await client.page.waitForURL(`**/${cellar}`);
    await headingIs('No such stream');
    expect(await client.main.textContent()).toBe(unknown);
  });

  it('of people show their names', async () => {
    await client.open(`#narrow/dm/${ben.userId}`);
    await headingIs('Ben Okri');
    expect(client.faults).toEqual([]);
  });
});

describe('the keyboard alone', () => {
  let client: WebClient;
  beforeAll(async () => {
    client = await open('#inbox');
  });
  afterAll(() => client?.close());
  const headingIs = (name: string) => client.main.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  it('finds streams, people and messages with the search', async () => {
    await client.page.keyboard.press('Control+k');
    await client.page.keyboard.type('desi');
    await client.page
      .getByRole('listbox', { name: 'Suggestions' })
      .getByRole('option', { name: /^design/ })
      .waitFor();
    await client.page.keyboard.press('ArrowDown');
    await client.page.keyboard.press('Enter');
    await headingIs('design');

    await client.page.keyboard.press('/');
    await client.page.keyboard.type('stream:des');
    await client.page.keyboard.press('ArrowDown');
    await client.page.keyboard.press('Tab');
    await client.page.keyboard.type('sec');
    await client.page.keyboard.press('Enter');
    await headingIs('Search: stream:design sec');
  });

  it('goes from view to view, and to unread topics', async () => {
    await client.page.keyboard.press('t');
    await headingIs('Recent conversations');
    await client.page.keyboard.press('Shift+I');
    await headingIs('Inbox');
    await write('Just begun', 'new');
    await client.main.getByRole('link', { name: /Just begun/ }).waitFor();
    await client.page.keyboard.press('n');
    await headingIs('Just begun');
    await client.page.keyboard.press('s');
    await headingIs('design');
  });

  it('shows all keys, and leaves letters to fields', async () => {
    await client.page.keyboard.press('?');
    await client.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await client.page.keyboard.press('Escape');
    await client.page.getByRole('dialog').waitFor({ state: 'detached' });

    await client.page.keyboard.press('q');
    const filter = client.page.getByRole('searchbox', { name: 'Filter streams' });
    await client.page.keyboard.type('tn?');
    expect(await filter.inputValue()).toBe('tn?');
    await client.page.keyboard.press('Escape');
    await client.page.keyboard.press('Escape');
  });

  it('writes, and acts on messages; every dialog gives the focus back', async () => {
    const { page, main } = client;
    const { keyboard } = page;
    const hasFocus = (element: Locator) => element.and(page.locator(':focus')).waitFor();
    const tabTo = async (element: Locator) => {
      for (let steps = 0; (await element.and(page.locator(':focus')).count()) === 0; steps++) {
        expect(steps).toBeLessThan(12);
        await keyboard.press('Tab');
      }
    };
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await keyboard.press('Shift+I');
    await headingIs('Inbox');
    await keyboard.press('c');
    await hasFocus(page.getByRole('combobox', { name: 'Stream' }));
    await keyboard.type('desi');
    await page.getByRole('option', { name: 'design' }).waitFor();
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.type('Keys');
    await keyboard.press('Tab');
    await hasFocus(box);
    await keyboard.type('By hand');
    await keyboard.press('Control+Enter');
    await headingIs('Keys');
    const message = main.locator('article[data-message-id]').filter({ hasText: 'By hand' });
    await message.waitFor();

    await keyboard.press('k');
    await hasFocus(message);
    await keyboard.press(':');
    const emoji = page.getByRole('dialog', { name: 'Emoji' });
    await hasFocus(emoji.getByRole('searchbox'));
    await keyboard.type('seedling');
    await emoji.getByRole('button', { name: 'seedling' }).waitFor();
    await keyboard.press('Enter');
    await message.getByRole('button', { name: /^seedling/, pressed: true }).waitFor();
    await hasFocus(message);
    await keyboard.press('Control+s');
    await message.getByRole('button', { name: 'Unstar' }).waitFor();
    await keyboard.press('e');
    await hasFocus(message.getByRole('textbox', { name: 'Edit message' }));
    await keyboard.press('Control+End');
    await keyboard.type(', edited');
    await keyboard.press('Control+Enter');
    await message.filter({ hasText: 'By hand, edited' }).waitFor();
    await hasFocus(message);

    await keyboard.press('i');
    await hasFocus(page.getByRole('menuitem', { name: 'Edit', exact: true }));
    await keyboard.type('View');
    await keyboard.press('Enter');
    await page.getByRole('dialog').getByText('By hand, edited').waitFor();
    await keyboard.press('Escape');
    await hasFocus(message);
    for (const [key, name] of [
      ['m', 'Move messages'],
      ['Shift+H', 'Edit history'],
      ['Shift+V', 'Readers'],
      ['?', 'Keyboard shortcuts'],
    ] as const) {
      await keyboard.press(key);
      const dialog = page.getByRole('dialog', { name });
      await dialog.waitFor();
      await keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await hasFocus(message);
    }

    await tabTo(message.getByRole('button', { name: 'Quote and reply' }));
    await keyboard.press('Enter');
    await hasFocus(box);
    expect(await box.inputValue()).toContain('By hand, edited');
    const schedule = page.getByRole('button', { name: 'Schedule', exact: true });
    await tabTo(page.getByRole('button', { name: 'Preview', exact: true }));
    await keyboard.press('Enter');
    await page.getByRole('region', { name: 'Preview' }).getByText('By hand, edited').waitFor();
    await tabTo(schedule);
    await keyboard.press('Enter');
    await hasFocus(page.getByRole('menuitem', { name: 'In an hour' }));
    await keyboard.press('Escape');
    await hasFocus(schedule);
    await keyboard.press('Shift+M');
    await page
      .getByRole('navigation', { name: 'Streams', exact: true })
      .getByRole('link', { name: /^Keys.*muted/ })
      .waitFor();
  });

  it('reaches the content first', async () => {
    await client.open('#inbox');
    await client.page.reload();
    await headingIs('Inbox');
    await client.page.keyboard.press('Tab');
    expect(await client.page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to messages');
    await client.page.keyboard.press('Enter');
    expect(await client.page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    expect(client.faults).toEqual([]);
  });
});

describe('accessibility', () => {
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
  });

  it.each<[string, BrowserContextOptions]>([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['more contrast', { colorScheme: 'light', contrast: 'more' }],
    ['forced colors', { forcedColors: 'active' }],
    ['a phone', PHONE],
    ['320 pixels', { viewport: { width: 320, height: 640 } }],
  ])('has no violation in %s', async (_, context) => {
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
      ['#nonsense', client.heading],
    ] as const) {
      await client.open(fragment);
      await part.first().waitFor();
      expect({ fragment, faults: await decidedFaults(client) }).toEqual({ fragment, faults: [] });
      expect({ fragment, faults: await overflowFaults(client.page) }).toEqual({ fragment, faults: [] });
    }
    await client.close();
  });

  it.each<[string, BrowserContextOptions]>([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['forced colors', { forcedColors: 'active' }],
  ])('has no violation in the dialogs, %s', async (_, context) => {
    const client = await open('#inbox', context);
    const account = 'Account Ada Lovelace';
    await client.open(topic('Own'));
    for (const [button, item, name = item] of [
      [account, 'Settings'],
      [account, 'Organization settings'],
      [account, 'Keyboard shortcuts'],
      [account, 'Set status', 'Your status'],
      ['Add streams', 'Browse streams'],
      ['Add streams', 'Create stream'],
      ['Insert emoji', '', 'Emoji'],
      ['More actions', 'Move', 'Move messages'],
      ['More actions', 'View source', 'Message source'],
      ['More actions', 'View readers', 'Readers'],
      ['More actions', 'View edit history', 'Edit history'],
      ['More actions', 'Delete', 'Delete message'],
    ] as const) {
      if (button === 'More actions') await client.main.getByRole('article').focus();
      await client.page.getByRole('button', { name: button }).click();
      if (item !== '') await client.page.getByRole('menuitem', { name: item, exact: true }).click();
      const dialog = client.page.getByRole('dialog', { name });
      await dialog.waitFor();
      expect({ name, faults: await decidedFaults(client) }).toEqual({ name, faults: [] });
      await client.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
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

  it('a phone shows one part at a time', async () => {
    const client = await open('#inbox', PHONE);
    const tabs = client.page.getByRole('navigation', { name: 'Main' });
    await tabs.getByRole('button', { name: 'Streams' }).tap();
    await client.page
      .getByRole('navigation', { name: 'Streams', exact: true })
      .getByRole('link', { name: /^design/ })
      .tap();
    await client.main.getByRole('heading', { level: 1, name: 'design' }).waitFor();
    await client.page.getByRole('button', { name: 'Back' }).tap();
    await client.main.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await tabs.getByRole('button', { name: 'Search' }).tap();
    await client.page.getByRole('combobox', { name: 'Search' }).waitFor();
    expect(client.faults).toEqual([]);
    await client.close();
  });
});
