/// <reference lib="dom" />
import type { Browser, BrowserContextOptions, ConsoleMessage, Page, Request, Response } from 'playwright-core';
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

/** Visits to the pages of an organization, each as in a fresh browser. */
export class BrowserVisits {
  /** A new profile costs as much as the checks of a page, so checked pages come one after the other into the same ones. */
  private readonly profiles = new Map<string, Page>();

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
    const page = await this.freshPage(options);
    return this.watched(page, passes, work).finally(() => page.context().close());
  }

  private async freshPage(options: BrowserContextOptions): Promise<Page> {
    const page = await (await this.browser.newContext({ viewport: LAPTOP, ...options })).newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    return page;
  }

  /** The page of the profile with these options, without cookies. */
  private async emptied(options: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify(options);
    const page = this.profiles.get(key) ?? (await this.freshPage(options));
    this.profiles.set(key, page);
    await page.context().clearCookies();
    return page;
  }

  private async watched(
    page: Page,
    passes: readonly string[],
    work: (visit: PageVisit, page: Page) => Promise<void>,
  ): Promise<string[]> {
    const faults: string[] = [];
    const visitor = new PageVisit(page, this.system, this.organization);
    const onRequest = (request: Request) => {
      if (![visitor.origin, 'null', ...passes].includes(new URL(request.url()).origin))
        faults.push(`request: ${request.url()}`);
    };
    const onConsole = (message: ConsoleMessage) => {
      if (/content security policy/i.test(message.text())) faults.push(message.text());
    };
    page.on('request', onRequest).on('console', onConsole);
    try {
      await work(visitor, page);
    } finally {
      page.off('request', onRequest).off('console', onConsole);
    }
    return faults;
  }

  /** Opens a page without scripts. Returns its faults in all layouts. */
  async faultsOf(open: Opener, { passes = [], ...options }: VisitOptions = {}): Promise<string[]> {
    const plain = await this.emptied({ ...options, javaScriptEnabled: false });
    const scripted = await this.emptied({});
    let shown: Response | undefined;
    const onResponse = (response: Response) => {
      if (response.request().isNavigationRequest()) shown = response;
    };
    const faults: string[] = [];
    plain.on('response', onResponse);
    const ofPage = await this.watched(plain, passes, async (visitor) => {
      await open(visitor);
      const headings = await plain.locator('h1').count();
      if (headings !== 1) faults.push(`${headings} headings`);
      // The checks are scripts, so they run in the other profile, which shows the same response.
      const ofCopy = await this.watched(scripted, [], async (copied) => {
        copied.organization = visitor.organization;
        faults.push(...(await faultsOfCopy(scripted, shown as Response)));
      });
      faults.push(...ofCopy);
    }).finally(() => plain.off('response', onResponse));
    return [...ofPage, ...faults];
  }
}

async function faultsOfCopy(page: Page, response: Response): Promise<string[]> {
  const [body, headers] = [await response.body(), response.headers()];
  await page.setViewportSize(LAPTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.route(response.url(), (route) => route.fulfill({ status: response.status(), headers, body }));
  await page.goto(response.url());
  const faults = [...(await errorFaults(page)), ...(await focusFaults(page)), ...(await accessibilityFaults(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.push(...(await accessibilityFaults(page, 'colors')).map((fault) => `dark: ${fault}`));
  for (const [name, prepare] of Object.entries(LAYOUTS)) {
    await prepare(page);
    faults.push(...(await overflowFaults(page)).map((fault) => `${name}: ${fault}`));
  }
  await page.unrouteAll();
  return faults;
}
