/// <reference lib="dom" />
import { gzipSync } from 'node:zlib';
import { startChromium } from '@chat/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Organization } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { BrowserVisits } from './browser-visits.js';
import { PAGES, type PageVisit } from './page-visits.js';
import { USED_LINKS } from './used-links.js';

/** Largest sign-in page with everything that it loads, compressed. */
const MAX_SIGN_IN_BYTES = 15_360;
const MAX_SIGN_IN_REQUESTS = 3;

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let visits: BrowserVisits;
beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  visits = new BrowserVisits(browser, system, organization);
  await organization.owner.client.patch('/realm', { description: 'We build *bridges*.', invite_required: false });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);

describe('every page works without scripts, asks no other server, and is accessible', () => {
  it.each(Object.entries(PAGES))('%s', async (_, open) => {
    expect(await visits.faultsOf(open)).toEqual([]);
  });
});

describe('a secret is in no address of the browser and in no Referer after the use of its link', () => {
  it.each(Object.entries(USED_LINKS))('that %s', async (_, { use, end }) => {
    await visits.visit({ javaScriptEnabled: false }, async (visitor, page) => {
      const sent: Promise<Record<string, string>>[] = [];
      page.on('request', (request) => sent.push(request.allHeaders()));

      const path = await use(visitor);
      visitor.requireAt(end);

      const secret = path.split('/').filter(Boolean).at(-1) as string;
      const addresses = [page.url(), ...(await Promise.all(sent)).map(({ referer = '' }) => referer)];
      expect(secret.length).toBeGreaterThanOrEqual(24);
      expect(addresses.filter((address) => address.includes(secret))).toEqual([]);
    });
  });
});

it('the sign-in page is small with everything that it loads', async () => {
  const loaded: Promise<Buffer>[] = [];
  const faults = await visits.visit({}, async (visitor, page) => {
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
  await visits.visit({}, async (visitor, page) => {
    await visitor.open('/login/');
    await visitor.send({ username: visitor.newcomer, password: 'wrong' });
    // A browser gives the focus when it first draws the page, which may come after its load.
    const field = page.locator('[name=username]:focus');
    await field.waitFor();
    expect(await field.inputValue()).toBe(visitor.newcomer);
  });
});

it('errors and notices have an edge where the system chooses the colors', async () => {
  const edgeOf = (opened: string, part: string) => async (visitor: PageVisit, page: Page) => {
    await visitor.open(opened);
    if (part === '#error') await visitor.send({ username: visitor.newcomer, password: 'wrong' });
    edges.push(await page.locator(part).evaluate((box) => getComputedStyle(box).borderBlockStartStyle));
  };
  const edges: string[] = [];
  await visits.visit({ forcedColors: 'active' }, edgeOf('/login/', '#error'));
  await visits.visit({ forcedColors: 'active' }, edgeOf('/login/?is_deactivated=ana@example.com', '.notice'));
  expect(edges).toEqual(['solid', 'solid']);
});

it('the second button of a form does not touch the first one', async () => {
  const person = await organization.addUser('Ana Diallo');
  await visits.visit({}, async (visitor, page) => {
    await visitor.signIn(person);
    await visitor.open('/account/key/');
    const [first, second] = await page
      .locator('form button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    expect(second?.top).toBeGreaterThanOrEqual((first?.bottom ?? 0) + 8);
  });
});
