/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, Locator, Route } from 'playwright-core';
import { Organization, type TestUser } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';
import { watchLines } from './line-watch.js';
import { insertLongHistory } from './long-history.js';

const HISTORY = 3_000;
/** Pixels of one turn of the wheel. Two turns in one frame must leave some lines in sight. */
const STEP = 700;
const LATE_PICTURE = '/late-picture.png';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SENTENCE = 'A line that stays where it is while other lines come and go. ';
const contents = (index: number): string => {
  if (index % 29 === 0) {
    return `<p>${index}</p><div class="message_inline_image"><a href="${LATE_PICTURE}"><img src="${LATE_PICTURE}?${index}"></a></div>`;
  }
  if (index % 13 === 0) return `<p>${index}</p><ul><li>one</li><li>two</li></ul><blockquote><p>three</p></blockquote>`;
  return `<p>${index} ${SENTENCE.repeat(1 + (index % 4))}</p>`;
};

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let owner: TestUser;
let reader: TestUser;
let streamId: number;
let first: number;
beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  owner = organization.owner;
  reader = await organization.addUser('Rita Reader');
  await owner.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'garden' }],
    principals: [owner.userId, reader.userId],
  });
  ({ stream_id: streamId } = await owner.client.get('/get_stream_id', { stream: 'garden' }));
  await owner.client.patch('/realm', { message_content_edit_limit_seconds: 'unlimited' });
  const { databaseUrl } = system;
  first = await insertLongHistory({
    ...{ databaseUrl, realmId: organization.realmId, streamId, senderId: owner.userId },
    ...{ topic: 'history', count: HISTORY, html: contents },
  });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);

const topicAddress = (topic: string, near?: number): string =>
  `#narrow/stream/${streamId}-garden/topic/${topic}${near === undefined ? '' : `/near/${near}`}`;
const send = (user: TestUser, topic: string, content: string): Promise<{ id: number }> =>
  user.client.post('/messages', { type: 'stream', to: streamId, topic, content });
const feedOf = (client: WebClient): Locator => client.page.getByRole('feed', { name: 'Messages' });

/** Opens the address as a user, with the messages on the screen. */
async function open(user: TestUser, address: string): Promise<WebClient> {
  const client = await WebClient.start({ browser, system, organization });
  await client.page.route(`**${LATE_PICTURE}*`, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
  await client.signIn(user, address);
  await feedOf(client).getByRole('article').first().waitFor();
  return client;
}

/** Resolves when the first message with an element is older or newer than another one. */
const waitForFirst = (client: WebClient, isReached: 'older' | 'newer', id: number): Promise<unknown> =>
  client.page.waitForFunction(
    ([direction, limit]) => {
      const top = Number(document.querySelector('[role="feed"] article')?.getAttribute('data-message-id'));
      return direction === 'older' ? top < limit : top > limit;
    },
    [isReached, id] as const,
  );

/** A frame after everything before it. */
const nextFrame = (client: WebClient): Promise<unknown> =>
  client.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

describe('the text being read', () => {
  it('moves with the wheel and by nothing else, through thousands of messages in both directions', async () => {
    const client = await open(reader, topicAddress('history', first + HISTORY / 2));
    await client.page.setViewportSize({ width: 1_280, height: 1_700 });
    await client.page.mouse.move(640, 400);
    const stop = await watchLines(client.page);
    const turn = async (pixels: number, times: number) => {
      for (let n = 0; n < times; n++) {
        await client.page.mouse.wheel(0, pixels);
        await nextFrame(client);
      }
    };

    await turn(-STEP, 40);
    await waitForFirst(client, 'older', first + 1_200);
    await turn(STEP, 80);
    await waitForFirst(client, 'newer', first + 1_600);

    await nextFrame(client);
    const { moved, wheel, uneven, messages } = await stop();
    expect(uneven).toEqual([]);
    expect(wheel).toBe(STEP * 40);
    expect(moved).toBeCloseTo(-wheel, 0);
    expect(messages).toBeLessThanOrEqual(240);
    expect(client.faults).toEqual([]);
    await client.close();
  }, 90_000);

  it('stays while messages arrive, a message above grows, and pictures load', async () => {
    const near = first + HISTORY - 100;
    const client = await open(reader, topicAddress('history', near));
    const feed = feedOf(client);
    await feed.locator(`[data-message-id="${near - 20}"]`).waitFor({ state: 'attached' });
    const stop = await watchLines(client.page);

    await owner.client.patch(`/messages/${near - 20}`, { content: 'longer\n\n'.repeat(12) });
    await feed.locator(`[data-message-id="${near - 20}"]`, { hasText: 'longer' }).waitFor({ state: 'attached' });
    for (let n = 0; n < 3; n++) await send(owner, 'history', `news ${n}`);
    await client.page.getByText('3 new', { exact: true }).waitFor();
    await nextFrame(client);

    const { moved, uneven, frames } = await stop();
    expect(frames).toBeGreaterThan(1);
    expect({ moved, uneven }).toEqual({ moved: 0, uneven: [] });
    await client.page.getByRole('button', { name: 'Jump to latest' }).click();
    await feed.getByText('news 2').waitFor();
    await client.close();
  }, 60_000);

  it('at the end is followed by each new message', async () => {
    await send(owner, 'end', Array.from({ length: 60 }, (_, n) => `line ${n}`).join('\n'));
    const client = await open(reader, topicAddress('end'));
    await client.page.keyboard.press('End');

    await send(owner, 'end', 'the last line');

    await expect(feedOf(client).getByText('the last line').waitFor()).resolves.toBeUndefined();
    await client.page.waitForFunction(() => {
      const scroller = document.querySelector('[role="feed"]')?.parentElement as HTMLElement;
      return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2;
    });
    await client.close();
  }, 60_000);
});

describe('two people', () => {
  it('write, react, edit and delete before each other’s eyes', async () => {
    const { id } = await send(owner, 'lunch', 'Soup?');
    const [one, other] = await Promise.all([open(owner, topicAddress('lunch')), open(reader, topicAddress('lunch'))]);
    const compose = other.page.getByRole('form', { name: 'Compose' });

    await compose.getByRole('textbox', { name: 'Message' }).fill('Yes, at noon');
    await compose.getByRole('button', { name: 'Send', exact: true }).click();
    await answerOf(one).filter({ hasText: 'Yes, at noon' }).waitFor();
    expect(await answerOf(one).getAttribute('aria-posinset')).toBe('2');
    expect(await answerOf(one).getAttribute('aria-setsize')).toBe('2');
    await one.page.getByRole('log', { name: 'New messages' }).getByText('Rita Reader: Yes, at noon').waitFor();

    await owner.client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    const soup = feedOf(other)
      .getByRole('article', { name: /^Olga Owner, / })
      .first();
    const tada = soup.getByRole('button', { name: /^tada, 1: Olga Owner/ });
    await tada.click();
    await soup.getByRole('button', { name: /^tada, 2: /, pressed: true }).waitFor();

    await answerOf(other).focus();
    await answerOf(other)
      .getByRole('toolbar', { name: 'Message actions' })
      .getByRole('button', { name: 'Star' })
      .click();
    await answerOf(other).getByRole('button', { name: 'Unstar' }).waitFor();
    await answerOf(other).getByRole('button', { name: 'More actions' }).click();
    await other.page.getByRole('menuitem', { name: 'Edit' }).click();
    await other.page.getByRole('textbox', { name: 'Edit message' }).fill('Yes, at one');
    await other.page.getByRole('button', { name: 'Save' }).click();
    await feedOf(one).getByText('Yes, at one').waitFor();
    await feedOf(one).getByText('edited').waitFor();

    await soupOf(one).focus();
    await soupOf(one).getByRole('button', { name: 'More actions' }).click();
    await one.page.getByRole('menuitem', { name: 'Delete' }).click();
    await one.page.getByRole('dialog', { name: 'Delete message' }).getByRole('button', { name: 'Delete' }).click();
    await soupOf(other).waitFor({ state: 'detached' });

    expect([...one.faults, ...other.faults]).toEqual([]);
    await Promise.all([one.close(), other.close()]);
  }, 90_000);
});

const answerOf = (client: WebClient): Locator => feedOf(client).getByRole('article', { name: /^Rita Reader, / });
const soupOf = (client: WebClient): Locator => feedOf(client).getByRole('article', { name: /^Olga Owner, / });

describe('read marking', () => {
  it('marks the messages in sight, and none after "Mark as unread from here"', async () => {
    const { id } = await send(owner, 'news', 'first news');
    await send(owner, 'news', 'second news');
    const flagsOf = async () => (await reader.client.get(`/messages/${id}`)).message.flags as string[];

    const client = await open(reader, topicAddress('news'));
    await feedOf(client).getByRole('separator', { name: 'New messages' }).waitFor();
    await client.page.waitForFunction(
      () => document.querySelector('[role="feed"] button')?.textContent !== 'Mark as read',
    );
    await eventually(async () => (await flagsOf()).includes('read'));

    const message = feedOf(client).getByRole('article').first();
    await message.focus();
    await message.getByRole('button', { name: 'More actions' }).click();
    await client.page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
    await feedOf(client).getByRole('button', { name: 'Mark as read' }).waitFor();
    await client.page.mouse.move(300, 300);
    await client.page.mouse.move(500, 500);
    // The marker: a later message of the reader, after which nothing more was sent.
    await send(reader, 'news', 'a marker');
    await feedOf(client).getByText('a marker').waitFor();

    expect(await flagsOf()).not.toContain('read');
    await client.close();
  }, 60_000);
});

describe('two tabs of one browser', () => {
  it('both show a read mark and a star at once; a refused star is taken back, a refused mark is sent again', async () => {
    const subscriptions = [{ name: 'pond' }];
    await owner.client.post('/users/me/subscriptions', { subscriptions, principals: [owner.userId, reader.userId] });
    const { stream_id: pond } = await owner.client.get('/get_stream_id', { stream: 'pond' });
    const frogs = { type: 'stream', to: pond, topic: 'frogs', content: 'one for two tabs' };
    const { id } = await owner.client.post('/messages', frogs);
    const flagsOf = async () => (await reader.client.get(`/messages/${id}`)).message.flags as string[];
    const address = `#narrow/stream/${pond}-pond/topic/frogs`;
    const one = await WebClient.start({ browser, system, organization });
    await one.signIn(reader, '#inbox');
    const other = await one.tab();
    await other.open('#inbox');
    const stream = other.page.getByRole('navigation', { name: 'Streams' });
    // The notice about the new stream is the other one.
    await stream.getByRole('link', { name: /^pond 2 unread/ }).waitFor();
    const held: Route[] = [];
    let isHolding = true;
    await one.page.route('**/json/messages/flags', (route) => void (isHolding ? held.push(route) : route.continue()));

    await one.open(address);
    await stream.getByRole('link', { name: /^pond 1 unread/ }).waitFor();
    await other.open(address);
    await feedOf(other).getByText('one for two tabs').waitFor();
    await feedOf(one).getByRole('article').focus();
    await feedOf(one).getByRole('button', { name: 'Star', exact: true }).click();
    await feedOf(other).getByRole('img', { name: 'Starred' }).waitFor();
    await eventually(async () => held.length === 2);
    expect(await flagsOf()).not.toEqual(expect.arrayContaining(['read']));

    isHolding = false;
    const refusal = { result: 'error', code: 'BAD_REQUEST', msg: 'Not today' };
    for (const route of held) await route.fulfill({ status: 400, json: refusal });
    await feedOf(other).getByRole('img', { name: 'Starred' }).waitFor({ state: 'detached' });
    await eventually(async () => (await flagsOf()).includes('read'));
    await one.close();
  }, 60_000);
});

describe('a view', () => {
  it('says that its message is gone or that its stream is hidden, and follows a message that was moved', async () => {
    const gone = await send(owner, 'links', 'gone');
    const moved = await send(owner, 'links', 'moved');
    await send(owner, 'links', 'stays');
    await owner.client.delete(`/messages/${gone.id}`);
    await owner.client.patch(`/messages/${moved.id}`, { topic: 'elsewhere', propagate_mode: 'change_one' });
    const client = await open(reader, topicAddress('links', gone.id));
    await client.page.getByRole('status').filter({ hasText: 'This message is gone.' }).waitFor();
    await client.open(topicAddress('links', moved.id));
    await client.page.getByRole('heading', { level: 1, name: 'elsewhere' }).waitFor();
    await client.close();

    await reader.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], invite_only: true });
    const { stream_id: vault } = await reader.client.get('/get_stream_id', { stream: 'vault' });
    const outsider = await WebClient.start({ browser, system, organization });
    await outsider.signIn(owner, `#narrow/stream/${vault}-vault/topic/keys`);
    await outsider.main.getByText('You may not see this').waitFor();
    await outsider.close();
  }, 60_000);
});

describe('messages in the page', () => {
  it('have marks at alert words, and are collapsed by a key', async () => {
    await reader.client.post('/users/me/alert_words', { alert_words: ['kettle'] });
    await send(owner, 'tea', 'The Kettle is **on**, other kettles are not');
    const client = await open(reader, topicAddress('tea'));
    expect(await feedOf(client).locator('mark').allTextContents()).toEqual(['Kettle']);

    await feedOf(client).getByRole('article').focus();
    await client.page.keyboard.press('-');
    const show = feedOf(client).getByRole('button', { name: 'Show collapsed message' });
    await show.click();
    await feedOf(client).getByText('Kettle').waitFor();
    await client.close();
  }, 60_000);

  it('contain no script of their senders', async () => {
    const corpus = [
      '<script>window.attacked = 1</script><img src=x onerror="window.attacked=2">',
      '[a](javascript:window.attacked=3) [b](data:text/html,<script>attacked</script>) <javascript:window.attacked=4>',
      '```"><img src=x onerror=window.attacked=5>\n</code></pre><svg onload=window.attacked=6>\n```',
      '$$\\href{javascript:window.attacked=7}{x}$$ ~~<iframe srcdoc="<script>parent.attacked=8</script>">~~',
      '![x](https://x.invalid/"onload="window.attacked=9) **<b onclick=window.attacked=10>**',
    ];
    for (const content of corpus) await send(owner, 'attacks', content);
    const client = await open(reader, topicAddress('attacks'));

    const found = await feedOf(client).evaluate((feed) => ({
      attacked: (globalThis as { attacked?: unknown }).attacked,
      elements: [
        ...feed.querySelectorAll('.rendered :is(script, iframe, object, embed, form, base, link, meta, style)'),
      ].length,
      handlers: [...feed.querySelectorAll('.rendered *')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
      addresses: [...feed.querySelectorAll('a[href]')]
        .map((link) => (link as HTMLAnchorElement).protocol)
        .filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol)),
    }));

    expect(found).toEqual({ attacked: undefined, elements: 0, handlers: [], addresses: [] });
    await client.close();
  }, 60_000);

  it('have no violation of the rules of axe, in light and in dark', async () => {
    const content = [
      '@**Rita Reader** look at <time:2026-11-26T09:00:00Z> :tada:',
      '```spoiler Ending\nThe butler\n```\n```python\nprint(1)\n```',
      '| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n$$x^2$$',
    ].join('\n\n');
    const { id } = await send(owner, 'axe', content);
    await owner.client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    const client = await open(reader, topicAddress('axe'));
    await feedOf(client).getByRole('button', { name: 'Show spoiler' }).click();
    await feedOf(client).getByText('The butler').waitFor();
    await client.page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await client.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await nextFrame(client);

      const { violations } = await client.page.evaluate(() => axe.run('main'));

      expect(violations.flatMap(({ id: rule, nodes }) => nodes.map(({ html }) => `${rule}: ${html}`))).toEqual([]);
    }
    await client.close();
  }, 60_000);
});
