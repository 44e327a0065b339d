/// <reference lib="dom" />

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { decidedFaults, overflowFaults, type Rules, targetFaults } from '../pages/page-faults.js';
import { sendFile } from '../support/send-file.js';
import type { WebClient } from '../support/web-client.js';
import { THEMES, type Theme } from './themes.js';
import { PHONE, PICTURE, startTwoPeople, type TwoPeople } from './two-people.js';

const VIEWS: readonly Theme[] = [...THEMES, ['a phone', PHONE, 'all']];
/** The tab key goes through the bars, messages and the box. */
const FOCUSED_PARTS = 40;
/** Subscribers of a stream in which a mention of everyone needs a confirmation. */
const BIG = 16;

let people: TwoPeople;
let ada: TwoPeople['ada'];
let open: TwoPeople['open'];
let topic: (name: string) => string;
beforeAll(async () => {
  people = await startTwoPeople({ serviceWorkers: 'block' });
  ({ ada, open } = people);
  const { organization, system, ben, design, write } = people;
  topic = (name) => `#narrow/stream/${design}-design/topic/${name}`;
  const links: string[] = [];
  for (const name of ['heron.png', 'lake.png']) {
    const { body } = await sendFile(system.baseUrl, organization.host, ben, '/user_uploads', name, PICTURE);
    links.push(`[${name}](${body.uri})`);
  }
  await write('Pictures', links.join('\n'));
  const { id } = await write('States', 'Look');
  for (const emoji_name of ['tada', 'eyes']) await ben.client.post(`/messages/${id}/reactions`, { emoji_name });
  await ada.client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await write('States', '/poll Lunch?\nSoup\nBread');
  await organization.owner.client.patch('/realm', { wildcard_mention_policy: 1 });
  await organization.addSubscribers('design', BIG);
}, 240_000);
afterAll(() => people?.close(), 60_000);

const faultsIn = async ({ page }: WebClient, rules: Rules): Promise<string[]> => [
  ...(await decidedFaults(page, rules)),
  ...(await overflowFaults(page)),
  ...(await targetFaults(page, 24)),
];

describe.each(VIEWS)('in %s', (_, context, rules) => {
  let client: WebClient;
  beforeAll(async () => {
    client = await open(topic('Pictures'), context);
  });
  afterAll(() => client?.close());

  it('the picture view has no violation', async () => {
    await client.main.getByRole('link', { name: /heron/ }).locator('img').click();
    const view = client.page.getByRole('dialog', { name: 'heron.png' });
    await view.getByRole('button', { name: 'Next picture' }).waitFor();
    expect(await faultsIn(client, rules)).toEqual([]);

    await client.page.keyboard.press('ArrowRight');
    await client.page.getByRole('dialog', { name: 'lake.png' }).waitFor();
    await client.page.keyboard.press('Escape');
    await client.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(client.faults).toEqual([]);
  });

  it('the question about a mention of everyone has no violation', async () => {
    await client.open(topic('Question'));
    const box = client.page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
    await box.fill('all of you: @**all**');
    await box.press('Control+Enter');
    const question = client.page.getByRole('alertdialog', { name: /^Notify \d+ people\?$/ });
    await question.waitFor();
    expect(await faultsIn(client, rules)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await box.fill('');
  });
});

/** Lines around an element: forced colors take colors and shadows away, and leave these. */
const linesOf = (part: Locator): Promise<string> =>
  part.evaluate((element) => {
    const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth } = getComputedStyle(element);
    const outline = outlineStyle === 'none' ? '0' : `${outlineStyle} ${outlineWidth}`;
    return `${outline}, ${borderTopStyle === 'none' ? '0' : `${borderTopStyle} ${borderTopWidth}`}`;
  });

describe('forced colors show', () => {
  let client: WebClient;
  let phone: WebClient;
  beforeAll(async () => {
    client = await open('#inbox', { forcedColors: 'active' });
    phone = await open('#inbox', { ...PHONE, forcedColors: 'active' });
  });
  afterAll(async () => {
    await client?.close();
    await phone?.close();
  });
  const box = () => client.page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
  const button = (name: string | RegExp) => client.main.getByRole('button', { name });

  it('texts on filled parts, such as counts and buttons', async () => {
    for (const [fragment, part] of [
      ['#inbox', button(/^Unread/)],
      [topic('States'), client.main.getByText('Look', { exact: true })],
    ] as const) {
      await client.open(fragment);
      await part.first().waitFor();
      const { filled, invisible } = await client.page.evaluate(() => {
        const canvas = getComputedStyle(document.body).backgroundColor;
        const hasWords = ({ childNodes }: Element) =>
          [...childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const inverted = [...document.querySelectorAll('body *')].filter(
          (part) => part.checkVisibility() && hasWords(part) && getComputedStyle(part).color === canvas,
        );
        // The browser lays a plate of the color of the page behind these texts.
        const plated = inverted.filter((part) => getComputedStyle(part).forcedColorAdjust !== 'none');
        return { filled: inverted.length, invisible: plated.map((part) => part.outerHTML.slice(0, 200)) };
      });
      expect(filled).toBeGreaterThan(0);
      expect(invisible).toEqual([]);
    }
  });

  it('the open view, and the chosen filter of the inbox', async () => {
    await client.open('#inbox');
    const views = client.page.getByRole('navigation', { name: 'Views' });
    const tabs = phone.page.getByRole('navigation', { name: 'Main' });
    const filters = client.main.locator('button[aria-pressed]');
    await filters.first().waitFor();
    for (const [chosen, other] of [
      [views.getByRole('link', { name: /^Inbox/ }), views.getByRole('link', { name: /^Recent/ })],
      [tabs.locator('[aria-current="page"]'), tabs.locator(':is(a, button):not([aria-current])')],
      [
        filters.and(client.page.locator('[aria-pressed="true"]')),
        filters.and(client.page.locator('[aria-pressed="false"]')),
      ],
    ] as const) {
      const [ofChosen, ofOther] = [await linesOf(chosen.first()), await linesOf(other.first())];
      expect(ofChosen).toMatch(/solid 2px/);
      expect(ofOther).not.toBe(ofChosen);
    }
  });

  it('the chosen suggestion, menu entry and search result', async () => {
    await client.open(topic('States'));
    await box().pressSequentially('@');
    const shown = async (role: 'option' | 'menuitem') => {
      const entries = client.page.getByRole(role);
      await entries.nth(1).waitFor();
      return [await linesOf(entries.nth(0)), await linesOf(entries.nth(1))];
    };
    expect(await shown('option')).toEqual([expect.stringMatching(/^solid 2px/), expect.stringMatching(/^0/)]);
    await box().fill('');
    await client.page.getByRole('button', { name: 'Add streams' }).press('Enter');
    expect(await shown('menuitem')).toEqual([expect.stringMatching(/^solid 2px/), expect.stringMatching(/^0/)]);
    await client.page.keyboard.press('Escape');
    await client.page.getByRole('combobox', { name: 'Search' }).pressSequentially('e');
    expect(await shown('option')).toEqual([expect.stringMatching(/^solid 2px/), expect.stringMatching(/^0/)]);
    await client.page.keyboard.press('Escape');
  });

  it('pressed buttons: reactions, answers of a poll, preview and details', async () => {
    await client.open(topic('States'));
    await client.main.getByRole('button', { name: /^tada, 2/ }).waitFor();
    expect(await linesOf(button(/^tada, 2/))).toMatch(/solid 2px$/);
    expect(await linesOf(button(/^eyes, 1/))).toMatch(/solid 1px$/);

    const answers = client.main.getByRole('article').filter({ hasText: 'Lunch?' }).locator('button[aria-pressed]');
    await answers.first().click();
    await client.main.locator('button[aria-pressed="true"]', { hasText: 'Soup' }).waitFor();
    expect(await linesOf(answers.nth(0))).toMatch(/solid 2px$/);
    expect(await linesOf(answers.nth(1))).not.toMatch(/solid 2px$/);

    await box().fill('text');
    for (const name of ['Preview', 'Details']) {
      const pressed = client.page.getByRole('button', { name, exact: true });
      const before = await pressed.getAttribute('aria-pressed');
      const [off, on] = before === 'true' ? [1, 0] : [0, 1];
      const lines = [await linesOf(pressed)];
      await pressed.click();
      await client.page.mouse.move(0, 0);
      await client.page.locator(':focus').evaluate((element: HTMLElement) => element.blur());
      lines.push(await linesOf(pressed));
      expect([name, lines[on]]).toEqual([name, expect.stringMatching(/solid 2px$/)]);
      expect([name, lines[off]]).toEqual([name, '0, 0']);
    }
    await box().fill('');
  });

  it('the focus of links, buttons, messages and fields', async () => {
    await client.open(topic('States'));
    await client.main.getByRole('article').first().waitFor();
    const unseen: string[] = [];
    const seen = new Set<string>();
    for (let step = 0; step < FOCUSED_PARTS; step++) {
      await client.page.keyboard.press('Tab');
      const { part, isLined } = await client.page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        const field = focused.matches('input, textarea') ? focused.closest('label, form') : null;
        const lined = [focused, field ?? focused].some((each) => getComputedStyle(each).outlineStyle !== 'none');
        return { part: focused.outerHTML.slice(0, 200), isLined: lined || focused === document.body };
      });
      seen.add(part);
      if (!isLined) unseen.push(part);
    }
    expect(unseen).toEqual([]);
    expect(seen.size).toBeGreaterThan(FOCUSED_PARTS / 2);
  });
});

it.each([
  ['light', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  ['dark', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
] as const)(
  'more contrast is black and white in %s, by the system and by the setting',
  async (colorScheme, ink, paper) => {
    const colors = (client: WebClient) =>
      client.page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.body);
        return [color, backgroundColor];
      });
    const client = await open('#inbox', { colorScheme, contrast: 'more' });
    expect(await colors(client)).toEqual([ink, paper]);

    await client.page.emulateMedia({ contrast: 'no-preference' });
    await client.page.waitForFunction(() => document.documentElement.dataset['contrast'] === undefined);
    expect(await colors(client)).not.toEqual([ink, paper]);
    await ada.client.patch('/settings', { high_contrast_mode: true });
    await client.page.waitForFunction(() => document.documentElement.dataset['contrast'] === 'more');
    expect(await colors(client)).toEqual([ink, paper]);
    await ada.client.patch('/settings', { high_contrast_mode: false });
    await client.close();
  },
);
