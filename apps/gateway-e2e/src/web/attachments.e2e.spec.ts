/// <reference lib="dom" />

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Route } from 'playwright-core';
import type { WebClient } from '../support/web-client.js';
import { startTwoPeople, type TwoPeople } from './two-people.js';

let people: TwoPeople;
let ben: TwoPeople['ben'];
let write: TwoPeople['write'];
let client: WebClient;
beforeAll(async () => {
  people = await startTwoPeople();
  ({ ben, write } = people);
  await people.organization.owner.client.patch('/realm', { edit_topic_policy: 5 });
  client = await people.open('#inbox');
}, 240_000);
afterAll(async () => {
  await client?.close();
  await people?.close();
}, 60_000);

const topic = (name: string): string => `#narrow/stream/${people.design}-design/topic/${name}`;
const headingIs = (name: string) => client.main.getByRole('heading', { level: 1, name, exact: true }).waitFor();

describe('files', () => {
  const form = () => client.page.getByRole('form', { name: 'Compose' });
  const box = () => form().getByRole('textbox', { name: 'Message' });
  /** As the browser gives files to the page: dropped on an element or pasted into it. */
  const give = (target: Locator, kind: 'drop' | 'paste', name: string) =>
    target.evaluate(
      (element, [type, fileName]) => {
        const data = new DataTransfer();
        data.items.add(new File(['hello'], fileName, { type: 'text/plain' }));
        const event =
          type === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        element.dispatchEvent(event);
      },
      [kind, name] as const,
    );

  it('are dropped and pasted', async () => {
    await client.open(topic('Files'));
    await box().waitFor();
    await give(form(), 'drop', 'dropped.txt');
    await client.page.waitForFunction(() =>
      /^\[dropped\.txt\]\(\/user_uploads\//.test(document.querySelector('textarea')?.value ?? ''),
    );
    await give(box(), 'paste', 'pasted.txt');
    await client.page.waitForFunction(() =>
      /\n\[pasted\.txt\]\(\/user_uploads\//.test(document.querySelector('textarea')?.value ?? ''),
    );
    await box().fill('');
  });

  /** The server gets the bytes of the next file when the test says so. */
  const holdFiles = async () => {
    const held: Route[] = [];
    await client.page.route('**/tus/*', (route) =>
      route.request().method() === 'PATCH' ? void held.push(route) : route.continue(),
    );
    return async () => {
      for (const route of held) await route.continue();
      await client.page.unroute('**/tus/*');
    };
  };

  it.each([true, false])('go along with their text when its topic moves; on the screen: %s', async (isShown) => {
    const [from, to] = isShown ? ['Atlas', 'Maps'] : ['Ladder', 'Steps'];
    const { id } = await write(from, 'Where to?');
    await client.open(topic(from));
    await client.message('Where to?').waitFor();
    await box().pressSequentially('Here: ');
    const release = await holdFiles();
    await give(form(), 'drop', 'map.txt');
    await form().getByRole('progressbar', { name: 'Uploading map.txt' }).waitFor();
    if (!isShown) {
      await client.open('#recent');
      await client.main.getByRole('link', { name: new RegExp(from) }).waitFor();
    }

    await ben.client.patch(`/messages/${id}`, { topic: to, propagate_mode: 'change_all' });
    if (isShown) await headingIs(to);
    else await client.main.getByRole('link', { name: new RegExp(to) }).waitFor();
    await release();

    await client.open(topic(to));
    await client.page.waitForFunction(() =>
      /^Here: \s*\[map\.txt\]\(\/user_uploads\//.test(document.querySelector('textarea')?.value ?? ''),
    );
    await box().fill('');
    await client.open(topic(from));
    await headingIs(from);
    expect(await box().inputValue()).toBe('');
    await form().getByText('map.txt').waitFor({ state: 'detached' });
  });

  it('that arrive take no keys from another field', async () => {
    await client.open(topic('Files'));
    const release = await holdFiles();
    await give(form(), 'drop', 'late.txt');
    await form().getByRole('progressbar', { name: 'Uploading late.txt' }).waitFor();
    const search = client.page.getByRole('combobox', { name: 'Search' });
    await search.pressSequentially('fern');

    await release();

    await form().getByRole('progressbar').waitFor({ state: 'detached' });
    await client.page.keyboard.type('wood');
    expect(await search.inputValue()).toBe('fernwood');
    expect(await box().inputValue()).toMatch(/^\[late\.txt\]\(\/user_uploads\/.*\)\n$/);
    await search.fill('');
    await box().fill('');
  });

  it('show their progress, and are taken back by their button', async () => {
    await client.page.route('**/tus/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
    await give(form(), 'drop', 'slow.txt');
    await form().getByRole('progressbar', { name: 'Uploading slow.txt' }).waitFor();
    await form().getByRole('button', { name: 'Remove slow.txt' }).click();
    await form().getByText('slow.txt').waitFor({ state: 'detached' });
    expect(await box().inputValue()).toBe('');
    await client.page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(client.faults).toEqual([]);
  });
});
