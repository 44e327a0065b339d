/// <reference lib="dom" />

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decidedFaults } from '../pages/page-faults.js';
import { PHONE, startTwoPeople, type TwoPeople } from './two-people.js';

let people: TwoPeople;
beforeAll(async () => {
  people = await startTwoPeople();
}, 240_000);
afterAll(() => people?.close(), 60_000);

describe('a phone', () => {
  it('shows one part at a time', async () => {
    const client = await people.open('#inbox', PHONE);
    const tabs = client.page.getByRole('navigation', { name: 'Main' });
    const main = [...(await tabs.getByRole('button').or(tabs.getByRole('link')).all())];
    for (const target of main) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
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
    await tabs.getByRole('button', { name: 'You' }).tap();
    await client.main.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    expect(await client.page.getByRole('button', { name: 'Account Ada Lovelace' }).count()).toBe(0);
    expect(await decidedFaults(client.page)).toEqual([]);
    await client.main.getByRole('button', { name: 'Set status' }).tap();
    await client.page.getByRole('dialog', { name: 'Your status' }).waitFor();
    await client.page.keyboard.press('Escape');
    await tabs.getByRole('button', { name: 'Inbox' }).tap();
    await client.main.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    expect(client.faults).toEqual([]);
    await client.close();
  });

  it('shows the view after its search, and goes back no further than to the inbox', async () => {
    const client = await people.open(`#narrow/stream/${people.design}-design/topic/Logo`, PHONE);
    const { page } = client;
    const headingIs = (name: string) => client.main.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const search = page.getByRole('combobox', { name: 'Search' });
    await headingIs('Logo');
    await page.getByRole('button', { name: 'Search' }).first().tap();
    await search.waitFor();
    expect(await search.inputValue()).toBe('stream:design topic:Logo ');
    await search.fill('Logo');
    await page.getByRole('option', { name: /^Logo design/ }).tap();
    await headingIs('Logo');

    await page.getByRole('button', { name: 'Search' }).first().tap();
    await search.fill('Empty');
    await page.getByRole('option', { name: /^Empty states design/ }).tap();
    await headingIs('Empty states');
    await page.getByRole('button', { name: 'Back' }).tap();
    await headingIs('Logo');
    // The page before it is that of the sign-in.
    await page.getByRole('button', { name: 'Back' }).tap();
    await headingIs('Inbox');
    expect(client.faults).toEqual([]);
    await client.close();
  });

  it('leads back from each list, also from the inbox, unless the page began there', async () => {
    const client = await people.open('#inbox', PHONE);
    const { page } = client;
    const tabs = page.getByRole('navigation', { name: 'Main' });
    const back = page.getByRole('button', { name: 'Back' });
    const headingIs = (name: string) => client.main.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const open = async (name: string) => {
      await tabs.getByRole('button', { name: 'Streams' }).tap();
      await page
        .getByRole('navigation', { name: 'Views' })
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .tap();
      await headingIs(name);
    };
    await headingIs('Inbox');
    expect(await back.count()).toBe(0);
    for (const name of ['Recent conversations', 'Drafts', 'Scheduled']) {
      await open(name);
      expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await back.tap();
      await headingIs('Inbox');
      expect(await back.count()).toBe(0);
    }

    await open('Drafts');
    await tabs.getByRole('button', { name: 'Inbox' }).tap();
    await headingIs('Inbox');
    await back.tap();
    await headingIs('Drafts');
    expect(client.faults).toEqual([]);
    await client.close();
  });

  it('reaches the last entry of a menu and of the search over the keyboard of the screen', async () => {
    const low = { ...PHONE, viewport: { width: 360, height: 320 } };
    const client = await people.open(`#narrow/stream/${people.design}-design/topic/Logo`, low);
    const { page } = client;
    await client.message('first').getByText('first').tap();
    await page.getByRole('button', { name: 'More actions' }).tap();
    const entries = page.getByRole('menuitem');
    await entries.first().waitFor();
    await entries.last().tap();
    // The last entry opens a dialog.
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Back' }).tap();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' }).tap();
    const suggestions = page.getByRole('option');
    await suggestions.last().scrollIntoViewIfNeeded();
    const { y = 0, height = 0 } = (await suggestions.last().boundingBox()) ?? {};
    const tabs = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    expect(y + height).toBeLessThanOrEqual(tabs?.y ?? 0);
    await client.close();
  });

  it('lists streams and topics over the whole width of a new message', async () => {
    const client = await people.open('#inbox', PHONE);
    const { page } = client;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Streams' }).tap();
    await page.getByRole('button', { name: 'New message' }).tap();
    const { width: form = 0 } = (await page.getByRole('form', { name: 'Compose' }).boundingBox()) ?? {};
    for (const [field, words, option] of [
      ['Stream', 'desi', 'design'],
      ['Topic', 'Lo', 'Logo'],
    ] as const) {
      await page.getByRole('combobox', { name: field }).fill(words);
      const { width = 0 } = (await page.getByRole('listbox', { name: field }).boundingBox()) ?? {};
      expect(width).toBe(form);
      await page.getByRole('option', { name: option }).tap();
    }
    await client.close();
  });
});
