/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
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
