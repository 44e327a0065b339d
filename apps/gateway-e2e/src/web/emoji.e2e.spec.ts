/// <reference lib="dom" />

import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import type { WebClient } from '../support/web-client.js';
import { startTwoPeople, type TwoPeople } from './two-people.js';

let people: TwoPeople;
let ben: TwoPeople['ben'];
let design: TwoPeople['design'];
let write: TwoPeople['write'];
let client: WebClient;
beforeAll(async () => {
  people = await startTwoPeople();
  ({ ben, design, write } = people);
  client = await people.open('#inbox');
}, 240_000);
afterAll(async () => {
  await client?.close();
  await people?.close();
}, 60_000);

const topic = (name: string): string => `#narrow/stream/${design}-design/topic/${name}`;

/** The first font of the text. */
const fontOf = (part: Locator): Promise<string | undefined> =>
  part.evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0]?.replaceAll('"', ''));

describe('emoji', () => {
  it('are searched by the first key, over another dialog, too', async () => {
    const { page } = client;
    await page.getByRole('button', { name: 'Account Ada Lovelace' }).click();
    await page.getByRole('menuitem', { name: 'Set status', exact: true }).click();
    const status = page.getByRole('dialog', { name: 'Your status' });
    await status.getByRole('button', { name: 'Choose emoji' }).press('Enter');
    const picker = page.getByRole('dialog', { name: 'Emoji', exact: true });
    await picker.getByRole('button', { name: 'grinning', exact: true }).waitFor();
    await page.keyboard.type('tada');
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await status.getByText('🎉').waitFor();
    await page.keyboard.press('Escape');
    await status.waitFor({ state: 'detached' });
  });

  it('are drawn by the font of the system, by the chosen set, or as names', async () => {
    const fonts: string[] = [];
    client.page.on('request', (request) => /twemoji/.test(request.url()) && fonts.push(request.url()));
    await write('Faces', 'Hello :smile:');
    const { id } = await write('Faces', 'and more');
    await ben.client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await client.open(topic('Faces'));
    const inText = client.message('Hello').locator('.emoji');
    const reaction = client.message('and more').getByRole('button', { name: /^tada, 1/ });
    const choose = async (set: string) => {
      await client.page.getByRole('button', { name: 'Account Ada Lovelace' }).click();
      await client.page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
      await client.page.getByRole('combobox', { name: 'Emoji' }).selectOption(set);
      await client.page.keyboard.press('Escape');
    };
    await reaction.filter({ hasText: '🎉' }).waitFor();
    await inText.filter({ hasText: '🙂' }).waitFor();
    expect(fonts).toEqual([]);

    await choose('Flat');
    await client.page.waitForFunction(() =>
      [...document.fonts].some((font) => /Twemoji/.test(font.family) && font.status === 'loaded'),
    );
    expect(fonts).toHaveLength(1);
    await client.page.getByRole('textbox', { name: 'Message', exact: true }).fill(':tada');
    const suggested = client.page.getByRole('option', { name: /^tada/ }).getByText('🎉');
    expect(await fontOf(suggested)).toBe('Twemoji');
    await client.page.getByRole('textbox', { name: 'Message', exact: true }).fill('');
    await client.page.getByRole('button', { name: 'Insert emoji' }).click();
    const picker = client.page.getByRole('dialog', { name: 'Emoji' });
    await picker.getByRole('searchbox').fill('tada');
    expect(await fontOf(picker.getByRole('button', { name: 'tada' }))).toBe('Twemoji');
    await client.page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });

    await choose('Names');
    await reaction.filter({ hasText: ':tada:' }).waitFor();
    await inText.filter({ hasText: ':smile:' }).waitFor();

    await choose('As the system');
    await inText.filter({ hasText: '🙂' }).waitFor();
  });
});

describe('the extra emoji', () => {
  it('has its picture in messages, in reactions and in the list', async () => {
    const { id } = await write('Extra', 'Hello :chat:');
    await ben.client.post(`/messages/${id}/reactions`, { emoji_name: 'chat' });
    await client.open(topic('Extra'));
    const reaction = client.message('Hello').getByRole('button', { name: /^chat, 1/ });
    await reaction.waitFor();
    const dialog = client.page.getByRole('dialog', { name: 'Emoji' });
    await client.page.getByRole('button', { name: 'Insert emoji' }).click();
    await dialog.getByRole('searchbox', { name: 'Search emoji' }).fill('chat');

    for (const place of [
      client.message('Hello').locator('.rendered'),
      reaction,
      dialog.getByRole('button', { name: 'chat' }),
    ])
      await eventually(() =>
        place
          .locator('img')
          .first()
          .evaluate((img: HTMLImageElement) => img.naturalWidth > 0),
      );

    await client.page.keyboard.press('Escape');
  });
});
