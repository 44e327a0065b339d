/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Organization } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { WebClient } from '../support/web-client.js';

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);

it('after the sign-in the browser shows the address that was opened before', async () => {
  const client = await WebClient.start({ browser, system, organization });

  await client.signIn(organization.owner, '#recent');

  const { pathname, search, hash } = new URL(client.page.url());
  expect(pathname + search + hash).toBe('/#recent');
  expect(client.faults).toEqual([]);
  await client.close();
});

it('every tab shows the sign-in page when the session ends elsewhere', async () => {
  const client = await WebClient.start({ browser, system, organization });
  await client.signIn(organization.owner, '#recent');
  const tab = await client.tab();
  await tab.open('#inbox');
  await tab.heading.waitFor();

  await organization.owner.client.delete('/users/me/sessions');

  for (const { page } of [client, tab]) await page.getByRole('textbox', { name: 'Email' }).waitFor();
  expect(await tab.page.evaluate(() => location.hash)).toBe('#inbox');
  await client.close();
});

it('the first visit loads at most 200 KiB of code and 60 KiB of fonts, a second visit no code', async () => {
  const client = await WebClient.start({ browser, system, organization });
  await client.signIn(organization.owner);
  const bytes = (ending: RegExp) =>
    client.page.evaluate(
      (source) =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => new RegExp(source).test(name))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      ending.source,
    );
  expect(await bytes(/\/assets\/.*\.(js|css)$/)).toBeLessThan(200 * 1_024);
  expect(await bytes(/\/assets\/.*\.woff2$/)).toBeLessThan(60 * 1_024);
  const tab = await client.tab();

  await tab.open();
  await tab.main.waitFor();

  const fetched = await tab.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes('/assets/') && (entry as PerformanceResourceTiming).transferSize > 0)
      .map(({ name }) => name),
  );
  expect(fetched).toEqual([]);
  await client.close();
});

it('a new release is offered, and shown by the next reload only', async () => {
  // Requests of a service worker cannot be changed.
  const client = await WebClient.start({ browser, system, organization, context: { serviceWorkers: 'block' } });
  const { page } = client;
  await client.signIn(organization.owner, '#inbox');
  const isFirst = () => page.evaluate(() => document.body.dataset['load'] === 'first');
  await page.evaluate(() => Object.assign(document.body.dataset, { load: 'first' }));
  const isPage = (url: URL) => url.pathname === '/';
  const scripts = await page
    .locator('script[type="module"]')
    .evaluateAll((all) => all.map((script) => script.getAttribute('src') ?? ''));
  // The last one has the code of the client, the others may be the same in the next release.
  const next = [...scripts.slice(0, -1), '/assets/start-next.js'];
  const body = next.map((path) => `<script type="module" src="${path}"></script>`).join('');
  await page.route(isPage, (route) => route.fulfill({ contentType: 'text/html', body }));

  // As after a part that the server no longer has.
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')));

  const offer = page.getByRole('status', { name: 'A new version of the client' });
  await offer.getByText('A new version is ready.').waitFor();
  expect(await isFirst()).toBe(true);
  await page.unroute(isPage);
  await offer.getByRole('button', { name: 'Reload' }).click();
  await eventually(async () => !(await isFirst()));
  await client.heading.waitFor();
  await offer.waitFor({ state: 'attached' });
  expect(await offer.textContent()).toBe('');
  await client.close();
});

it('no API key reaches the browser: neither a response nor the stored data has it', async () => {
  const { owner } = organization;
  const client = await WebClient.start({ browser, system, organization });
  const seen: Promise<string>[] = [];
  client.profile.on('response', (response) =>
    seen.push(
      Promise.all([response.text(), response.allHeaders()]).then(
        ([text, headers]) => text + JSON.stringify(headers),
        // A redirect has no body.
        () => '',
      ),
    ),
  );
  await client.signIn(owner, '#recent');
  await owner.client.post('/messages', { type: 'direct', to: [owner.userId], content: 'A note' });
  for (const fragment of ['#inbox', '#drafts', `#narrow/dm/${owner.userId}`]) {
    await client.open(fragment);
    await client.heading.waitFor();
  }
  await client.page.getByRole('article').filter({ hasText: 'A note' }).waitFor();
  await client.page.getByRole('button', { name: /^Account/ }).click();
  await client.page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  await client.page.getByRole('dialog', { name: 'Settings' }).waitFor();
  // The service worker keeps the files of the client some seconds after the start.
  await eventually(() => client.page.evaluate(async () => (await caches.match('/')) !== undefined));
  await eventually(async () => (await storedTexts(client)).join().includes('A note'));

  const stored = (await storedTexts(client)).join('\n');
  const responses = (await Promise.all(seen)).join('\n');
  const cookies = JSON.stringify(await client.profile.cookies());

  for (const [text, known] of [
    [stored, owner.fullName],
    [responses, owner.fullName],
    [cookies, 'sessionid'],
  ] as const) {
    expect(text).toContain(known);
    expect(text.includes(owner.apiKey)).toBe(false);
  }
  await client.close();
});

/** Everything that the origin has in the browser, as texts. */
function storedTexts({ page }: WebClient): Promise<string[]> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '');
    }
    return texts;
  });
}
