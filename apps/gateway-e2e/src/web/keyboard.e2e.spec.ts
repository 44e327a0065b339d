/// <reference lib="dom" />

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Route } from 'playwright-core';
import { WebClient } from '../support/web-client.js';
import { startTwoPeople, type TwoPeople } from './two-people.js';

/** The code of the form for a new conversation. */
const FORM = /new-conversation-[\w-]+\.js$/;
/** The code and the styles of the settings. */
const SETTINGS = /\/own-settings-[\w-]+\.(js|css)$/;

let people: TwoPeople;
let write: TwoPeople['write'];
let open: TwoPeople['open'];
beforeAll(async () => {
  people = await startTwoPeople();
  ({ write, open } = people);
}, 240_000);
afterAll(() => people?.close(), 60_000);

describe('the keyboard alone', () => {
  let client: WebClient;
  beforeAll(async () => {
    // Requests of a service worker could not be delayed.
    client = await open('#inbox', { serviceWorkers: 'block' });
  });
  afterAll(() => client?.close());
  const headingIs = (name: string) => client.main.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  it('types letters into a form that they were too early for', async () => {
    const { page } = client;
    await page.keyboard.press('Shift+I');
    await headingIs('Inbox');
    let hold: (route: Route) => void = () => {};
    const asked = new Promise<Route>((resolve) => {
      hold = resolve;
    });
    await page.route(FORM, hold);
    await page.keyboard.press('c');
    const loading = await asked;
    await page.keyboard.type('tan');
    await page.keyboard.press('Tab');
    await page.keyboard.type('k');
    await page.keyboard.press('Backspace');
    await loading.continue();
    await page.unroute(FORM);
    const stream = page.getByRole('combobox', { name: 'Stream' });
    await stream.and(page.locator(':focus')).waitFor();
    expect(await stream.inputValue()).toBe('tan');
    await headingIs('Inbox');
    await page.keyboard.press('Escape');
    await stream.waitFor({ state: 'detached' });
  });

  it('keeps the page when the code of a part cannot be loaded', async () => {
    const { page } = client;
    await page.route(SETTINGS, (route) => route.abort());
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'This part could not be loaded' }).waitFor();
    await headingIs('Inbox');
    await page.unroute(SETTINGS);

    await page.getByRole('button', { name: 'Reload' }).click();
    await headingIs('Inbox');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(client.faults).toEqual([]);
  });

  it.each(['Enter', ' ', 'click'])('returns from a dialog to the button of its menu, each time: %j', async (way) => {
    const { page } = client;
    const button = page.getByRole('button', { name: /^Account/ });
    const entry = page.getByRole('menuitem', { name: 'Keyboard shortcuts' });
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (let time = 1; time <= 2; time++) {
      if (way === 'click') {
        await button.click();
        await entry.click();
      } else {
        await button.focus();
        await page.keyboard.press(way);
        await page.locator('[role="menuitem"]:focus').waitFor();
        while (!(await entry.evaluate((element) => element === document.activeElement)))
          await page.keyboard.press('ArrowDown');
        await page.keyboard.press(way);
      }
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await button.and(page.locator(':focus')).waitFor();
      // It fades out, and the dialog can come and go meanwhile.
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
  });

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

    // The second time menu and dialog are loaded already.
    for (let time = 1; time <= 2; time++) {
      await keyboard.press('i');
      await hasFocus(page.getByRole('menuitem', { name: 'Edit', exact: true }));
      await keyboard.type('View');
      await keyboard.press('Enter');
      await page.getByRole('dialog').getByText('By hand, edited').waitFor();
      await keyboard.press('Escape');
      await hasFocus(message);
    }
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
    for (const key of ['Enter', ' ']) {
      await keyboard.press(key);
      await hasFocus(page.getByRole('menuitem', { name: 'In an hour' }));
      await keyboard.press('Escape');
      await hasFocus(schedule);
    }
    await keyboard.press('Shift+M');
    await page
      .getByRole('navigation', { name: 'Streams', exact: true })
      .getByRole('link', { name: /^Keys.*muted/ })
      .waitFor();

    await keyboard.press('c');
    await hasFocus(page.getByRole('combobox', { name: 'Topic' }));
    await keyboard.type('Keys');
    await keyboard.press('Tab');
    await keyboard.type('Once more');
    await keyboard.press('Control+Enter');
    const next = main.locator('article[data-message-id]').filter({ hasText: 'Once more' });
    await next.waitFor();
    await hasFocus(client.heading);
    await keyboard.press('k');
    await hasFocus(next);
    await keyboard.press('Home');
    await hasFocus(message);
    await keyboard.press('End');
    await hasFocus(next);
    await keyboard.press('z');
    await page.waitForURL(/\/near\/\d+$/);
    await hasFocus(client.heading);
  });

  it('stays on the button that subscribes, and closes the dialog from there', async () => {
    const { page } = client;
    await client.open('#inbox');
    await page.getByRole('button', { name: 'Add streams' }).click();
    await page.getByRole('menuitem', { name: 'Browse streams' }).click();
    const dialog = page.getByRole('dialog', { name: 'Browse streams' });
    await dialog.getByRole('button', { name: 'Subscribe garden', exact: true }).press('Enter');
    const button = dialog.getByRole('button', { name: 'Unsubscribe garden', exact: true });
    await button.and(page.locator('[aria-disabled]')).waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
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
