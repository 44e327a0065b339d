/// <reference lib="dom" />

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendFile } from '../support/send-file.js';
import type { WebClient } from '../support/web-client.js';
import { PICTURE, startTwoPeople, type TwoPeople } from './two-people.js';

/** Addresses of the code and the fonts of formulas. */
const FORMULA_FILES = /\/assets\/[^/]*katex/i;

let people: TwoPeople;
let ada: TwoPeople['ada'];
let ben: TwoPeople['ben'];
let design: TwoPeople['design'];
let write: TwoPeople['write'];
let client: WebClient;
beforeAll(async () => {
  people = await startTwoPeople();
  ({ ada, ben, design, write } = people);
  await people.organization.owner.client.patch('/realm', { edit_topic_policy: 5 });
  client = await people.open('#inbox', { timezoneId: 'Asia/Tokyo' });
}, 240_000);
afterAll(async () => {
  await client?.close();
  await people?.close();
}, 60_000);

const topic = (name: string): string => `#narrow/stream/${design}-design/topic/${name}`;
const headingIs = (name: string) => client.main.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const contentsIn = async (name: string): Promise<readonly string[]> => {
  const narrow = [
    { operator: 'stream', operand: design },
    { operator: 'topic', operand: name },
  ];
  const page = { anchor: 'newest', num_before: 20, num_after: 0, narrow, apply_markdown: false };
  const { messages } = await ada.client.get('/messages', page);
  return messages.map(({ content }: { content: string }) => content);
};

describe('a topic', () => {
  it('is resolved and opened again by its menu', async () => {
    const { id } = await write('Colors', 'Which green?');
    const subject = async () => (await ada.client.get(`/messages/${id}`)).message.subject;
    await client.open(topic('Colors'));
    await client.message('Which green?').waitFor();
    await client.page.getByRole('button', { name: 'Topic actions' }).click();
    await client.page.getByRole('menuitem', { name: 'Mark as resolved' }).click();
    await client.page.waitForURL((url) => decodeURIComponent(url.hash.replaceAll('.', '%')).includes('✔ Colors'));
    expect(await subject()).toBe('✔ Colors');

    await client.page.getByRole('button', { name: 'Topic actions' }).click();
    await client.page.getByRole('menuitem', { name: 'Mark as unresolved' }).click();
    await client.page.waitForURL((url) => !url.hash.includes('.E2.9C.94'));
    expect(await subject()).toBe('Colors');
  });
});

describe('an action that the server refuses', () => {
  it('says why, until another view', async () => {
    const { owner } = people.organization;
    await write('Locked', 'Stay here');
    await owner.client.patch('/realm', { edit_topic_policy: 2 });
    await client.open(topic('Locked'));
    await client.message('Stay here').waitFor();
    await client.page.getByRole('button', { name: 'Topic actions' }).click();
    await client.page.getByRole('menuitem', { name: 'Mark as resolved' }).click();

    const alert = client.page.getByRole('alert');
    await alert.filter({ hasText: /permission/ }).waitFor();
    await client.open('#inbox');
    await alert.waitFor({ state: 'detached' });
    await owner.client.patch('/realm', { edit_topic_policy: 5 });
    expect(client.faults).toEqual([]);
  });
});

describe('an action without the network', () => {
  it('says that the server did not respond, and changes nothing', async () => {
    await write('Tunnel', 'No signal');
    await client.open(topic('Tunnel'));
    const message = client.message('No signal');
    await message.waitFor();
    // The code of menus is loaded on first use.
    await client.page.getByRole('button', { name: 'Topic actions' }).click();
    await client.page.getByRole('menu').waitFor();
    await client.page.keyboard.press('Escape');
    await client.page.getByRole('menu').waitFor({ state: 'detached' });
    await client.profile.setOffline(true);
    await client.page.getByRole('status', { name: 'Connection' }).getByText('No connection').waitFor();
    const alert = client.page.getByRole('alert').filter({ hasText: 'The server did not respond' });
    // Requests of the background fail silently.
    expect(await client.page.getByRole('alert').count()).toBe(0);
    const acts = {
      star: () => message.getByRole('button', { name: 'Star', exact: true }).click(),
      react: () => message.getByRole('button', { name: 'React with 👍' }).click(),
      mute: async () => {
        await client.page.getByRole('button', { name: 'Topic actions' }).click();
        await client.page.getByRole('menuitem', { name: 'Mute topic' }).click();
      },
      'sign out': async () => {
        await client.page.getByRole('button', { name: /^Account/ }).click();
        await client.page.getByRole('menuitem', { name: 'Sign out' }).click();
      },
    };
    for (const act of Object.values(acts)) {
      await message.focus();
      await act();
      await alert.waitFor();
      await alert.locator('..').getByRole('button', { name: 'Close' }).click();
      await alert.waitFor({ state: 'detached' });
    }
    await message.focus();
    await message.getByRole('button', { name: 'Star', exact: true }).waitFor();
    await client.profile.setOffline(false);
    expect(client.faults).toEqual([]);
  });
});

describe('a move', () => {
  it.each([
    ['Only this message', ['one', 'three'], ['two']],
    ['This message and those after it', ['one'], ['two', 'three']],
    ['All in this topic', [], ['one', 'two', 'three']],
  ])('of "%s" leaves the others, and the moved ones have a mark', async (mode, staying, moved) => {
    const [from, to] = [`From ${moved.length}`, `To ${moved.length}`];
    for (const content of ['one', 'two', 'three']) await write(from, content);
    await client.open(topic(from.replace(' ', '.20')));
    await client.message('two').waitFor();
    await client.message('two').focus();
    await client.page.keyboard.press('m');
    const dialog = client.page.getByRole('dialog', { name: 'Move messages' });
    await dialog.getByRole('radio', { name: mode }).check();
    await dialog.getByRole('combobox', { name: 'Topic' }).fill(to);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.waitFor({ state: 'detached' });

    await client.open(topic(to.replace(' ', '.20')));
    for (const content of moved) await client.message(content).waitFor();
    const isOwnContent = (content: string) => ['one', 'two', 'three'].includes(content);
    expect((await contentsIn(to)).filter(isOwnContent)).toEqual(moved);
    expect((await contentsIn(from)).filter(isOwnContent)).toEqual(staying);
    await client.message('two').getByText('moved', { exact: true }).waitFor();
  });
});

describe('a link to a message', () => {
  it('is copied by the menu, and opens the conversation at the message', async () => {
    await client.profile.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id } = await write('Paper', 'Look here');
    await write('Paper', 'and there');
    await client.open(topic('Paper'));
    await client.message('Look here').focus();
    await client.message('Look here').getByRole('button', { name: 'More actions' }).click();
    await client.page.getByRole('menuitem', { name: 'Copy link' }).click();
    const link = await client.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${client.origin}/${topic('Paper')}/near/${id}`);

    await client.open('#inbox');
    await client.page.goto(link);
    await headingIs('Paper');
    await client.main.locator(`article[data-message-id="${id}"][data-linked]`).waitFor();
  });
});

describe('the unread line', () => {
  it('counts no own messages, which another program has sent', async () => {
    await ada.client.post('/messages', { type: 'stream', to: 'design', topic: 'Robots', content: 'By a script' });
    await client.open(topic('Robots'));
    await client.message('By a script').getByRole('separator', { name: 'New messages' }).waitFor();
    expect(await client.main.getByText(/^0 new/).count()).toBe(0);
  });
});

describe('a deletion', () => {
  it('leaves the focus on the message in the place of the deleted one', async () => {
    await people.organization.owner.client.patch('/realm', { delete_own_message_policy: 1 });
    for (const content of ['keep', 'drop', 'stay']) {
      await ada.client.post('/messages', { type: 'stream', to: 'design', topic: 'Attic', content });
    }
    await client.open(topic('Attic'));
    await client.message('drop').focus();
    await client.message('drop').getByRole('button', { name: 'More actions' }).click();
    await client.page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = client.page.getByRole('dialog', { name: 'Delete message' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await client.message('drop').waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });

    await client.page.waitForFunction(() => document.activeElement?.closest('article')?.textContent?.includes('stay'));
    expect(await contentsIn('Attic')).toEqual(['keep', 'stay']);
  });
});

describe('reactions', () => {
  it('have recent and custom emoji, and one button for the most frequent', async () => {
    const { baseUrl } = people.system;
    const { host, owner } = people.organization;
    const { status } = await sendFile(baseUrl, host, owner, '/realm/emoji/heron', 'heron.png', PICTURE);
    expect(status).toBe(200);
    await write('Birds', 'Look!');
    await client.open(topic('Birds'));
    const message = client.message('Look!');
    const reacted = (name: RegExp) => message.getByRole('button', { name, pressed: true });
    await message.focus();
    await message.getByRole('button', { name: 'React with 👍' }).click();
    await reacted(/^\+1, 1: You/).waitFor();
    await message.getByRole('button', { name: 'React with 👍' }).click();
    await reacted(/^\+1/).waitFor({ state: 'detached' });

    const dialog = client.page.getByRole('dialog', { name: 'Emoji' });
    const choose = async (search: string) => {
      await message.focus();
      await message.getByRole('toolbar').getByRole('button', { name: 'Add reaction' }).click();
      await dialog.getByRole('searchbox', { name: 'Search emoji' }).fill(search);
      await dialog.getByRole('button', { name: search }).first().click();
      await dialog.waitFor({ state: 'detached' });
    };
    await choose('heron');
    await reacted(/^heron, 1: You/).waitFor();
    await choose('heron');
    await reacted(/^heron/).waitFor({ state: 'detached' });
    await choose('heron');
    await reacted(/^heron, 1: You/).waitFor();

    await message.focus();
    await message.getByRole('toolbar').getByRole('button', { name: 'Add reaction' }).click();
    await dialog.getByRole('heading', { name: 'Recent' }).waitFor();
    await dialog.getByRole('button', { name: 'heron' }).first().waitFor();
    await client.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await message.focus();
    await message.getByRole('button', { name: 'React with :heron:' }).click();
    await reacted(/^heron/).waitFor({ state: 'detached' });
  });
});

describe('the content of a message', () => {
  it('has colored code, formulas that load on first use, and times in the zone of the reader', async () => {
    const formulaFiles: string[] = [];
    client.page.on('request', (request) => FORMULA_FILES.test(request.url()) && formulaFiles.push(request.url()));
    await write('Content', '```python\nprint("green")\n```\n<time:2026-11-26T20:30:00Z>');
    await client.open(topic('Content'));
    const code = client.message('green').locator('.codehilite code');
    await code.waitFor();
    const colors = await code.evaluate((element) => [
      ...new Set([element, ...element.querySelectorAll('span')].map((part) => getComputedStyle(part).color)),
    ]);
    expect(colors.length).toBeGreaterThan(1);
    // Tokyo is nine hours ahead.
    await client
      .message('green')
      .locator('time[datetime^="2026-11-26T20:30"]', { hasText: /27 Nov|Nov 27/ })
      .waitFor();
    expect(formulaFiles).toEqual([]);

    await write('Content', '$$\\sqrt{x}$$');
    await client.message('x').locator('.katex').waitFor();
    await client.page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => /KaTeX/.test(family) && status === 'loaded'),
    );
    expect(formulaFiles.length).toBeGreaterThan(0);
  });

  it('opens spoilers, people and streams here, and pictures in front of the view', async () => {
    const { baseUrl } = people.system;
    const { body } = await sendFile(baseUrl, people.organization.host, ben, '/user_uploads', 'heron.png', PICTURE);
    await write(
      'Links',
      `@_**Ben Okri** #**noise** [heron.png](${body.uri})\n\`\`\`spoiler Ending\nThe butler\n\`\`\`\n> quoted`,
    );
    const tabs = client.profile.pages().length;
    await client.open(topic('Links'));
    const message = client.message('quoted');
    await message.locator('blockquote').waitFor();
    await message.getByText('The butler').waitFor({ state: 'hidden' });
    await message.getByRole('button', { name: 'Show spoiler' }).click();
    await message.getByText('The butler').waitFor();

    await message.getByRole('link', { name: /heron/ }).locator('img').click();
    const lightbox = client.page.getByRole('dialog', { name: /heron\.png/ });
    await lightbox.getByRole('link', { name: 'Open original' }).waitFor();
    await client.page.keyboard.press('Escape');
    await lightbox.waitFor({ state: 'detached' });
    await headingIs('Links');

    await message.getByRole('link', { name: '#noise' }).click();
    await headingIs('noise');
    await client.page.goBack();
    await message.getByRole('link', { name: 'Ben Okri' }).click();
    await headingIs('Ben Okri');
    expect(client.profile.pages().length).toBe(tabs);
    expect(client.faults).toEqual([]);
  });
});
