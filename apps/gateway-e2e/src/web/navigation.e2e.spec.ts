/// <reference lib="dom" />

import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebClient } from '../support/web-client.js';
import { startTwoPeople, type TwoPeople } from './two-people.js';

let people: TwoPeople;
let ada: TwoPeople['ada'];
let ben: TwoPeople['ben'];
let design: TwoPeople['design'];
let write: TwoPeople['write'];
let open: TwoPeople['open'];
beforeAll(async () => {
  people = await startTwoPeople();
  ({ ada, ben, design, write, open } = people);
}, 240_000);
afterAll(() => people?.close(), 60_000);

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

  it('a /me message stands in the inbox as an act of its sender', async () => {
    await write('Acts', '/me waves');

    await client.main.getByRole('link', { name: /^Acts Ben waves/ }).waitFor();
  });

  it('has topics under their present names only', async () => {
    await people.organization.owner.client.patch('/realm', { edit_topic_policy: 5 });
    const { id } = await write('Birch', 'a tree');
    await ada.client.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await client.open(`#narrow/stream/${design}-design`);
    await link('Streams', 'Birch').waitFor();

    await ben.client.patch(`/messages/${id}`, {
      ...{ topic: 'Beech', propagate_mode: 'change_all' },
      ...{ send_notification_to_old_thread: false, send_notification_to_new_thread: false },
    });

    await link('Streams', 'Beech').waitFor();
    await link('Streams', 'Birch').waitFor({ state: 'detached' });
    await client.open('#inbox');
  });

  it('narrows streams and people by their filters', async () => {
    const streams = client.page.getByRole('navigation', { name: 'Streams', exact: true });
    await client.page.getByRole('searchbox', { name: 'Filter streams' }).fill('hir');
    await link('Streams', 'hiring private').waitFor();
    await eventually(async () => (await streams.getByRole('link').count()) === 1);
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
    await dialog.getByText('1 person', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Subscribe garden', exact: true }).click();
    await dialog.getByRole('button', { name: 'Unsubscribe garden' }).waitFor();
    await dialog.getByText('2 people', { exact: true }).waitFor();
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

  it('closes the form of a new stream by one Escape after a choice of people', async () => {
    await client.page.getByRole('button', { name: 'Add streams' }).click();
    await client.page.getByRole('menuitem', { name: 'Create stream' }).click();
    const form = client.page.getByRole('dialog', { name: 'Create stream' });
    await form.getByRole('combobox', { name: 'Add people' }).fill('okri');
    await form.getByRole('option', { name: 'Ben Okri' }).click();
    await form.getByRole('button', { name: 'Remove Ben Okri' }).waitFor();

    await client.page.keyboard.press('Escape');

    await form.waitFor({ state: 'detached' });
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
    await button.and(client.page.locator(':focus')).waitFor();
    expect(client.faults).toEqual([]);
  });
});

const endlessMotions = ({ page }: WebClient): Promise<number> =>
  page.evaluate(() => {
    const isEndless = ({ effect }: Animation) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    return document.getAnimations().filter(isEndless).length;
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

  it('give the heading the focus: its ring shows after a key, and after no load', async () => {
    const ringIn = ({ heading }: WebClient) => heading.evaluate((element) => getComputedStyle(element).outlineStyle);
    const loaded = await client.tab();
    await loaded.open(`#narrow/stream/${design}-design`);
    await loaded.heading.waitFor();
    await loaded.open(`#narrow/stream/${design}-design/topic/Logo`);
    await loaded.main.getByRole('heading', { level: 1, name: 'Logo' }).and(loaded.page.locator(':focus')).waitFor();
    expect(await ringIn(loaded)).toBe('none');
    await loaded.page.close();

    await client.page.keyboard.press('t');
    await client.main
      .getByRole('heading', { level: 1, name: 'Recent conversations' })
      .and(client.page.locator(':focus'))
      .waitFor();
    expect(await ringIn(client)).toBe('solid');
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

  it.each([
    ['a topic', () => `#narrow/stream/${design}-design/topic/Empty.20states`, () => client.message('third')],
    ['a list', () => '#recent', () => client.main.getByRole('link', { name: /Empty states/ })],
  ])(
    'of %s that was never loaded say so without the network, and load when it is back',
    async (_, fragment, content) => {
      const fresh = await open('#inbox', { serviceWorkers: 'block' });
      await client.close();
      client = fresh;
      const note = client.main.getByText('Not loaded yet');
      await client.profile.setOffline(true);
      await client.open(fragment());
      await note.waitFor();
      const { y = 1_000 } = (await note.boundingBox()) ?? {};
      expect(y).toBeLessThan(600);
      await client.page.getByRole('status', { name: 'Connection' }).getByText('No connection').waitFor();
      expect(await endlessMotions(client)).toBe(0);

      await client.profile.setOffline(false);

      await content().first().waitFor();
      await note.waitFor({ state: 'detached' });
    },
  );

  it('of a search without a result say so', async () => {
    await client.open('#narrow/search/marmalade');
    await client.main.getByText('No message has these words.').waitFor();
  });

  it('of people show their names', async () => {
    await client.open(`#narrow/dm/${ben.userId}`);
    await headingIs('Ben Okri');
    expect(client.faults).toEqual([]);
  });
});
