/// <reference lib="dom" />

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { sendFile } from '../support/send-file.js';
import type { WebClient } from '../support/web-client.js';
import { PICTURE, startTwoPeople, type TwoPeople } from './two-people.js';

let people: TwoPeople;
let client: WebClient;
beforeAll(async () => {
  people = await startTwoPeople();
  client = await people.open(logo());
}, 240_000);
afterAll(async () => {
  await client?.close();
  await people?.close();
}, 60_000);

const logo = () => `#narrow/stream/${people.design}-design/topic/Logo`;
const press = (key: string) => client.page.keyboard.press(key);
const hasFocus = (element: Locator) => element.and(client.page.locator(':focus')).waitFor();
const box = () => client.page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });

it('Escape leads from the text to the newest message, and the text stays', async () => {
  await client.message('second').waitFor();
  await box().fill('Half');
  await press('Escape');

  await hasFocus(client.message('second'));
  expect(await box().inputValue()).toBe('Half');
});

it.each([
  ['a filter', 'q', 1],
  ['the search', '/', 1],
  // The first one closes the list of streams.
  ['a new message', 'c', 2],
])('Escape leads from %s to the heading of a view without messages', async (_part, key, times) => {
  await client.open('#inbox');
  await client.main.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await client.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await press(key);
  await client.page.locator('input:focus').waitFor();
  for (let time = 1; time <= times; time++) await press('Escape');

  await hasFocus(client.heading);
});

it('an emoji stands at the caret of the text, which has the focus again', async () => {
  await client.open(logo());
  await box().fill('before after');
  for (let letter = 0; letter < 'after'.length; letter++) await press('ArrowLeft');
  await client.page.getByRole('button', { name: 'Insert emoji' }).click();
  const emoji = client.page.getByRole('dialog', { name: 'Emoji' });
  await emoji.getByRole('searchbox', { name: 'Search emoji' }).fill('tada');
  await emoji.getByRole('button', { name: 'tada' }).waitFor();
  await press('Enter');
  await emoji.waitFor({ state: 'detached' });
  await hasFocus(box());
  await client.page.keyboard.type('X');

  expect(await box().inputValue()).toBe('before :tada: Xafter');
  await box().fill('');
});

it.each([
  ['ltr', 'ArrowRight', 'ArrowLeft'],
  ['rtl', 'ArrowLeft', 'ArrowRight'],
])('arrow keys follow the direction %s in toolbar, emoji and pictures', async (direction, forward, back) => {
  const { baseUrl } = people.system;
  const links = [];
  for (const name of ['one', 'two', 'three']) {
    const file = `${name}-${direction}.png`;
    const { body } = await sendFile(baseUrl, people.organization.host, people.ben, '/user_uploads', file, PICTURE);
    links.push(`[${file}](${body.uri})`);
  }
  await people.write(`Arrows ${direction}`, `pictures ${links.join(' ')}`);
  await client.open(`#narrow/stream/${people.design}-design/topic/Arrows ${direction}`);
  await client.page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
  const message = client.message('pictures');
  await message.focus();
  const toolbar = message.getByRole('toolbar');
  const add = toolbar.getByRole('button', { name: 'Add reaction' });
  await add.focus();
  await press(forward);
  await hasFocus(toolbar.getByRole('button').nth(1));
  await press(back);
  await hasFocus(add);

  await press('Enter');
  const emoji = client.page.getByRole('dialog', { name: 'Emoji' });
  await emoji.getByRole('searchbox').fill('heart');
  // The dialog has the direction of the language, which is English here.
  await emoji.evaluate((element, dir) => element.setAttribute('dir', dir), direction);
  await emoji.getByRole('button').nth(2).waitFor();
  await press('ArrowDown');
  await hasFocus(emoji.getByRole('button').nth(0));
  await press(forward);
  await press(forward);
  await hasFocus(emoji.getByRole('button').nth(2));
  await press(back);
  await hasFocus(emoji.getByRole('button').nth(1));
  await press('Escape');
  await emoji.waitFor({ state: 'detached' });

  await message.getByRole('link', { name: /one/ }).locator('img').click();
  const picture = (name: string) => client.page.getByRole('dialog', { name: new RegExp(`${name}-`) });
  await picture('one').waitFor();
  await press(forward);
  await picture('two').waitFor();
  await press(back);
  await press(back);
  await picture('three').waitFor();
  await press('Escape');
  await picture('three').waitFor({ state: 'detached' });
  expect(client.faults).toEqual([]);
});

it.each(['response', 'event'])('a move of a whole topic leads into its view; the last is the %s', async (last) => {
  const { owner } = people.organization;
  await owner.client.patch('/realm', { edit_topic_policy: 5 });
  const [from, to] = [`Shelf ${last}`, `Board ${last}`];
  await people.write(from, 'books');
  await client.open(`#narrow/stream/${people.design}-design/topic/${from}`);
  await client.message('books').focus();
  await client.page.evaluate(
    (held) => {
      const original = window.fetch;
      const released = new Promise<void>((resolve) => {
        Object.assign(window, {
          release: () => {
            window.fetch = original;
            resolve();
          },
        });
      });
      window.fetch = async (...request) => {
        const response = await original(...request);
        if (new RegExp(held).test(response.url)) await released;
        return response;
      };
      // The present request for events is not held: this one ends it.
      dispatchEvent(new Event('online'));
    },
    last === 'response' ? 'messages/\\d+$' : 'json/events\\?',
  );
  await press('m');
  const dialog = client.page.getByRole('dialog', { name: 'Move messages' });
  await dialog.getByRole('combobox', { name: 'Topic' }).fill(to);
  await dialog.getByRole('radio', { name: 'All in this topic' }).press('Space');
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  if (last === 'response') await client.main.getByRole('heading', { level: 1, name: to }).waitFor();
  else await dialog.waitFor({ state: 'detached' });
  await client.page.evaluate(() => (window as unknown as { release: () => void }).release());
  await dialog.waitFor({ state: 'detached' });
  await client.main.getByRole('heading', { level: 1, name: to }).waitFor();

  await client.main.locator(':focus').waitFor();
});
