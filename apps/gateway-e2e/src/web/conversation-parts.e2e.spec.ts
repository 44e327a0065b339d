/// <reference lib="dom" />

import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import type { WebClient } from '../support/web-client.js';
import { startTwoPeople, type TwoPeople } from './two-people.js';

/** The details need a wide page. */
const WIDE = { viewport: { width: 1_440, height: 800 } };

let people: TwoPeople;
beforeAll(async () => {
  people = await startTwoPeople();
}, 240_000);
afterAll(() => people?.close(), 60_000);

describe('headings in the view of a stream', () => {
  const streamView = () => `#narrow/stream/${people.design}-design`;

  it('name the topic only, count unread messages, and have the actions on the topic', async () => {
    await people.write('Paper', 'unread');
    const client = await people.open(streamView());
    const heading = client.main.getByRole('heading', { level: 2, name: 'Paper', exact: true });
    await heading.waitFor();
    expect(await client.main.getByRole('heading', { level: 2 }).filter({ hasText: 'design' }).count()).toBe(0);

    await client.main.getByRole('button', { name: 'Topic actions: Paper' }).click();
    await client.page.getByRole('menuitem', { name: 'Mark as resolved' }).click();
    await client.main.getByRole('heading', { level: 2, name: '✔ Paper' }).waitFor();
    await client.main.getByText('read', { exact: true }).first().waitFor();
    expect(client.faults).toEqual([]);
    await client.close();
  });

  it('stay over the list while their messages are in sight, and move no line', async () => {
    for (let count = 0; count < 12; count++) await people.write('Long', `line ${count}\n\nand more\n\nand more`);
    const client = await people.open(streamView());
    const messages = client.main.getByRole('article');
    await messages.filter({ hasText: 'line 11' }).waitFor();
    await client.main.getByRole('feed').evaluate((feed) => {
      const scroller = feed.parentElement as HTMLElement;
      scroller.scrollTop = scroller.scrollHeight;
    });
    const overList = () => shownOverList(client);
    await eventually(async () => (await overList()) === 'Long', { what: 'the heading of the messages over the list' });

    // The copy is for the pointer only.
    expect(await client.main.getByRole('heading', { level: 2, name: 'Long' }).count()).toBe(1);
    const last = messages.filter({ hasText: 'line 11' });
    const topOf = async () => (await last.boundingBox())?.y;
    const before = await topOf();
    await client.main.getByRole('feed').evaluate((feed) => {
      (feed.previousElementSibling as HTMLElement).style.display = 'none';
    });
    expect(await topOf()).toBe(before);
    await client.close();
  });

  it('stand over a box of the same sides, for a new topic', async () => {
    const client = await people.open(streamView(), { viewport: { width: 1_000, height: 800 } });
    const form = client.page.getByRole('form', { name: 'Compose' });
    await form.getByRole('combobox', { name: 'Topic' }).waitFor();
    const sidesOf = async (part: Locator) => {
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 };
      return [x, x + width];
    };
    expect(await sidesOf(form)).toEqual(await sidesOf(client.main.getByRole('feed')));
    await client.close();
  });

  it('are not doubled while the heading itself is in sight', async () => {
    const client = await people.open(`#narrow/stream/${people.design}-design/search/third`);
    await client.main.getByRole('article').first().waitFor();
    expect(await shownOverList(client)).toBeNull();
    await client.close();
  });

  /** The text of the topmost element of the list, if it lies over the messages. */
  const shownOverList = (client: WebClient): Promise<string | null> =>
    client.main.getByRole('feed').evaluate((feed) => {
      const { left, top } = (feed.parentElement as HTMLElement).getBoundingClientRect();
      const { width, left: start } = feed.getBoundingClientRect();
      const found = document.elementFromPoint(Math.max(left, start) + width / 2, top + 4);
      const place = found?.closest('[aria-hidden="true"]');
      return place == null || feed.contains(place) ? null : (place.querySelector('a')?.textContent ?? null);
    });
});

describe('the details of a topic', () => {
  const details = (client: WebClient) => client.page.getByRole('complementary', { name: 'Details' });

  it('are the people that wrote, links and files, and facts', async () => {
    await people.ben.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'links' }] });
    const { id: first } = await people.write('Links', 'See [the plan](https://example.com/plan) and #**design>Logo**');
    const client = await people.open(`#narrow/stream/${people.design}-design/topic/Links`, WIDE);
    await details(client).getByRole('heading', { name: 'In this topic' }).waitFor();
    const names = () => details(client).getByRole('list').first().getByRole('link').allInnerTexts();

    expect(first).toBeGreaterThan(0);
    await eventually(async () => (await names()).length === 1, { what: 'one person that wrote' });
    expect((await names())[0]).toContain('Ben Okri');
    const others = details(client).locator('section').last();
    await others.getByRole('heading', { name: 'Others in this stream' }).waitFor();
    expect((await others.getByRole('link').allInnerTexts()).join()).not.toContain('Ben Okri');
    expect(
      await details(client)
        .getByRole('link', { name: /the plan/ })
        .getAttribute('href'),
    ).toBe('https://example.com/plan');
    await details(client).getByText('Messages').waitFor();
    expect(await details(client).getByRole('definition').allInnerTexts()).toEqual([
      '1',
      expect.stringContaining('Ben Okri'),
      'Mentions',
    ]);

    await people.ada.client.post('/messages', {
      type: 'stream',
      to: 'design',
      topic: 'Links',
      content: 'And https://example.com/other',
    });
    await details(client)
      .getByRole('link', { name: /example\.com\/other/ })
      .waitFor();
    await eventually(async () => (await names()).length === 2, { what: 'two people that wrote' });
    await details(client)
      .getByRole('link', { name: /design > Logo/ })
      .click();
    await client.main.getByRole('heading', { level: 1, name: 'Logo' }).waitFor();
    expect(client.faults).toEqual([]);
    await client.close();
  });
});

interface LayoutShiftSource {
  readonly node?: Node;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}

describe('the details', () => {
  it.each([
    ['a topic', '/topic/Logo', /\/json\/messages\?/, /\/members$/, 'Others in this stream'],
    ['a stream', '', /\/members$/, /\/json\/messages\?/, 'In this stream'],
  ])('of %s move no part that has been drawn', async (_, operands, late, early, title) => {
    // Requests of a service worker could not be delayed.
    const client = await people.open('#inbox', { ...WIDE, serviceWorkers: 'block' });
    const { page } = client;
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources } = entry as unknown as { sources: LayoutShiftSource[] };
          // Sideways, a font of other widths moves values.
          for (const { node, previousRect, currentRect } of sources)
            if (node?.parentElement?.closest('aside') && previousRect.top !== currentRect.top)
              moved.push(node.textContent ?? '');
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(late, async (route) => {
      await isReleased;
      await route.continue();
    });

    await page.goto('about:blank');
    const first = page.waitForResponse(early);
    await client.open(`#narrow/stream/${people.design}-design${operands}`);
    await (await first).finished();
    const untilDrawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    for (let frame = 0; frame < 10; frame++) await untilDrawn();
    release();
    await client.main.getByRole('article').first().waitFor();
    await page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { name: title }).waitFor();
    for (let frame = 0; frame < 10; frame++) await untilDrawn();

    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    await client.close();
  });
});

describe('the heading of a topic', () => {
  it('has buttons for the frequent actions', async () => {
    await people.write('Buttons', 'one');
    const client = await people.open(`#narrow/stream/${people.design}-design/topic/Buttons`, WIDE);
    const button = (name: string) => client.main.getByRole('button', { name, exact: true });
    await button('Mute topic').click();
    await button('Unmute topic').click();
    await button('Mute topic').waitFor();
    await button('Mark as resolved').click();
    await button('Mark as unresolved').waitFor();
    await client.main.getByText(/started/).waitFor();
    await client.close();
  });
});
