/// <reference lib="dom" />
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import type { Organization } from '../support/organization.js';
import { accessibilityFaults, errorFaults, focusFaults, overflowFaults } from './page-faults.js';
import { type Opener, PageVisit } from './page-visits.js';

const PAGE_TIMEOUT_MS = 15_000;
const LAPTOP = { width: 1_280, height: 800 };

/** Ways to read a page, each on top of those before. */
const LAYOUTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'right to left': (page) => page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl')),
  '200 % zoom': (page) => page.setViewportSize({ width: LAPTOP.width / 2, height: LAPTOP.height / 2 }),
  'a phone': (page) => page.setViewportSize({ width: 320, height: 640 }),
  'a phone with large text': (page) =>
    page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%')),
};

interface VisitOptions extends BrowserContextOptions {
  /** Servers that the visit passes, apart from the organization. */
  readonly passes?: readonly string[];
}

/** Visits to the pages of an organization, each in a fresh browser. */
export class BrowserVisits {
  constructor(
    private readonly browser: Browser,
    private readonly system: PageVisit['system'],
    private readonly organization: Organization,
  ) {}

  /** Returns blocked content and requests to other servers as faults. */
  async visit(
    { passes = [], ...options }: VisitOptions,
    work: (visit: PageVisit, page: Page) => Promise<void>,
  ): Promise<string[]> {
    const context = await this.browser.newContext({ viewport: LAPTOP, ...options });
    const faults: string[] = [];
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(PAGE_TIMEOUT_MS);
      const visitor = new PageVisit(page, this.system, this.organization);
      page.on('request', (request) => {
        if (![visitor.origin, 'null', ...passes].includes(new URL(request.url()).origin))
          faults.push(`request: ${request.url()}`);
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

  /** Opens a page without scripts. Returns its faults in all layouts. */
  async faultsOf(open: Opener, options: VisitOptions = {}): Promise<string[]> {
    const ofCopy: string[] = [];
    const ofPage = await this.visit({ ...options, javaScriptEnabled: false }, async (visitor, page) => {
      let shown: Response | undefined;
      page.on('response', (response) => {
        if (response.request().isNavigationRequest()) shown = response;
      });
      await open(visitor);
      const headings = await page.locator('h1').count();
      if (headings !== 1) ofCopy.push(`${headings} headings`);
      // The checks are scripts, so they run in another browser that shows the same response.
      const { organization } = visitor;
      const ofScripts = await this.visit({}, async (copied, copy) => {
        copied.organization = organization;
        ofCopy.push(...(await faultsOfCopy(copy, shown as Response)));
      });
      ofCopy.push(...ofScripts);
    });
    return [...ofPage, ...ofCopy];
  }
}

async function faultsOfCopy(page: Page, response: Response): Promise<string[]> {
  const [body, headers] = [await response.body(), response.headers()];
  await page.route(response.url(), (route) => route.fulfill({ status: response.status(), headers, body }));
  await page.goto(response.url());
  const faults = [...(await errorFaults(page)), ...(await focusFaults(page)), ...(await accessibilityFaults(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await accessibilityFaults(page, 'colors')).map((fault) => `dark: ${fault}`));
  for (const [name, prepare] of Object.entries(LAYOUTS)) {
    await prepare(page);
    faults.push(...(await overflowFaults(page)).map((fault) => `${name}: ${fault}`));
  }
  return faults;
}
