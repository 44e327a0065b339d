/// <reference lib="dom" />
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import { startChromium } from '../support/chromium.js';
import { Organization } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { accessibilityFaults, errorFaults, focusFaults, overflowFaults } from './page-faults.js';
import { PAGES, PageVisit } from './page-visits.js';

/** Largest sign-in page with everything that it loads, compressed. */
const MAX_SIGN_IN_BYTES = 15_360;
const MAX_SIGN_IN_REQUESTS = 3;
const PAGE_TIMEOUT_MS = 15_000;
const LAPTOP = { width: 1_280, height: 800 };

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  await organization.owner.client.patch('/realm', { description: 'We build *bridges*.', invite_required: false });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);

/** A fresh browser, which reports blocked content and requests to other servers as faults. */
async function visit(
  options: BrowserContextOptions,
  work: (visit: PageVisit, page: Page) => Promise<void>,
): Promise<string[]> {
  const context = await browser.newContext({ viewport: LAPTOP, ...options });
  const faults: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const visitor = new PageVisit(page, system, organization);
    page.on('request', (request) => {
      if (![visitor.origin, 'null'].includes(new URL(request.url()).origin)) faults.push(`request: ${request.url()}`);
    });
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) faults.push(message.text());
    });
    await work(visitor, page);
    return faults;
  } finally {
    await context.close();
  }
}

describe('every page works without scripts, asks no other server, and is accessible', () => {
  it.each(Object.entries(PAGES))('%s', async (_, open) => {
    const ofCopy: string[] = [];
    const ofPage = await visit({ javaScriptEnabled: false }, async (visitor, page) => {
      let shown: Response | undefined;
      page.on('response', (response) => {
        if (response.request().isNavigationRequest()) shown = response;
      });
      await open(visitor);
      expect(await page.locator('h1').count()).toBe(1);
      // The checks are scripts, so they run in another browser that shows the same response.
      ofCopy.push(...(await visit({}, (_again, copy) => check(copy, shown as Response))));
    });

    expect([ofPage, ofCopy]).toEqual([[], []]);
  });
});

async function check(page: Page, response: Response): Promise<void> {
  const [body, headers] = [await response.body(), response.headers()];
  await page.route(response.url(), (route) => route.fulfill({ status: response.status(), headers, body }));
  await page.goto(response.url());
  const faults = [...(await errorFaults(page)), ...(await focusFaults(page)), ...(await accessibilityFaults(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await accessibilityFaults(page)).map((fault) => `dark: ${fault}`));
  for (const [name, prepare] of Object.entries(LAYOUTS)) {
    await prepare(page);
    faults.push(...(await overflowFaults(page)).map((fault) => `${name}: ${fault}`));
  }
  expect(faults).toEqual([]);
}

/** Ways to read a page, each on top of those before. */
const LAYOUTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'right to left': (page) => page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl')),
  '200 % zoom': (page) => page.setViewportSize({ width: LAPTOP.width / 2, height: LAPTOP.height / 2 }),
  'a phone': (page) => page.setViewportSize({ width: 320, height: 640 }),
  'a phone with large text': (page) =>
    page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%')),
};

it('the sign-in page is small with everything that it loads', async () => {
  const loaded: Promise<Buffer>[] = [];
  const faults = await visit({}, async (visitor, page) => {
    page.on('response', (response) => {
      if (!response.url().startsWith('data:')) loaded.push(response.body());
    });
    await visitor.open('/login/');
    await page.waitForLoadState('networkidle');
    const bodies = await Promise.all(loaded);
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bodies.length).toBeLessThanOrEqual(MAX_SIGN_IN_REQUESTS);
    expect(bytes).toBeLessThanOrEqual(MAX_SIGN_IN_BYTES);
  });
  expect(faults).toEqual([]);
});

it('a refused form has the focus in the field with the error', async () => {
  await visit({}, async (visitor, page) => {
    await visitor.open('/login/');
    await visitor.send({ username: visitor.newcomer, password: 'wrong' });
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
    expect([focused, await page.locator('[name=username]').inputValue()]).toEqual(['username', visitor.newcomer]);
  });
});
