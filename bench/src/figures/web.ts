/// <reference lib="dom" />
import { seedDemo } from '@chat/tools';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Figure, type Measurement, row } from '../measurement.js';
import { median } from '../stats/percentiles.js';

const VISITS = 5;
const SLOWDOWN = 4;
const LATE_MS = 1_500;
/** The view with every message, which shows one on the screen as soon as it can. */
const OPENED = '/#all_messages';
/** Other fonts load with the first text that needs them: formulas, and letters of other languages. */
const LATIN_FONTS = /-latin-wght.*\.woff2$/;
const FIRST_MESSAGE_TIMEOUT_MS = 60_000;

type Session = Exclude<BrowserContextOptions['storageState'], string>;

interface Visit {
  /** From the begin of the navigation to the frame with the first message. */
  readonly firstMessageMs: number;
  /** Bytes of scripts and style sheets, and of fonts, as they were sent. */
  readonly codeBytes: number;
  readonly fontBytes: number;
}

/** The web client in a real browser. */
export const web: Figure = {
  name: 'web',
  async measure({ ownStage }) {
    const stage = await ownStage();
    const { organization } = await seedDemo(stage.system);
    const [person] = organization.users;
    if (person === undefined)
      throw new Error('The demo organization has no account. Run npm run reset, then the bench again.');
    await stage.becomeIdle();
    // Loaded here, as no other figure needs it.
    const { startChromium } = await import('@chat/browser');
    const browser = await startChromium();
    try {
      const session = await signIn(browser, stage.system.baseUrl, person);
      const visitor = new Visitor(browser, stage.system.baseUrl, session);
      // The services compile their code, too.
      await visitor.cold(1);
      const cold = await visitor.several(() => visitor.cold(1));
      const slow = await visitor.several(() => visitor.cold(SLOWDOWN));
      const warm = await visitor.several(() => visitor.warm(LATE_MS));
      return { measurements: measurementsOf(cold, slow, warm), details: { cold, slow, warm } };
    } finally {
      await browser.close();
    }
  },
};

/** Visits of one person, each in a fresh profile. */
class Visitor {
  constructor(
    private readonly browser: Browser,
    private readonly baseUrl: string,
    private readonly session: Session,
  ) {}

  /** The median of each number. */
  async several(visit: () => Promise<Visit>): Promise<Visit> {
    const visits: Visit[] = [];
    while (visits.length < VISITS) visits.push(await visit());
    return {
      firstMessageMs: median(visits.map(({ firstMessageMs }) => firstMessageMs)),
      codeBytes: median(visits.map(({ codeBytes }) => codeBytes)),
      fontBytes: median(visits.map(({ fontBytes }) => fontBytes)),
    };
  }

  /** Nothing is stored; the processor is `slowdown` times slower. */
  async cold(slowdown: number): Promise<Visit> {
    return this.inProfile(async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      return this.visit(page);
    });
  }

  /** A second visit. Each response of the API comes late. */
  async warm(lateMs: number): Promise<Visit> {
    return this.inProfile(async (first) => {
      await this.visit(first);
      const page = await first.context().newPage();
      await first.close();
      await delayApi(page, lateMs);
      return this.visit(page);
    });
  }

  private async inProfile(work: (page: Page) => Promise<Visit>): Promise<Visit> {
    const context = await this.browser.newContext({
      storageState: this.session,
      viewport: { width: 1_280, height: 800 },
    });
    try {
      return await work(await context.newPage());
    } finally {
      await context.close();
    }
  }

  private async visit(page: Page): Promise<Visit> {
    await page.addInitScript(noteFirstMessage);
    await page.goto(this.baseUrl + OPENED);
    const shown = await page.waitForFunction(
      () => (window as unknown as { firstMessageMs?: number }).firstMessageMs,
      undefined,
      { timeout: FIRST_MESSAGE_TIMEOUT_MS },
    );
    const firstMessageMs = (await shown.jsonValue()) as number;
    const files = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
        ({ name, transferSize, encodedBodySize }) => ({ name, bytes: transferSize === 0 ? 0 : encodedBodySize }),
      ),
    );
    const bytesOf = (form: RegExp) =>
      files.filter(({ name }) => form.test(name)).reduce((sum, { bytes }) => sum + bytes, 0);
    return { firstMessageMs, codeBytes: bytesOf(/\/assets\/.*\.(js|css)$/), fontBytes: bytesOf(LATIN_FONTS) };
  }
}

/** By the browser's own protocol: the routes of the driver turn the cache off. */
async function delayApi(page: Page, ms: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId }) => {
    // The page may be closed before a long poll goes on.
    setTimeout(() => session.send('Fetch.continueRequest', { requestId }).catch(() => {}), ms);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/json/*' }] });
}

/** Runs in the page before its scripts: the frame after the one in which a message came has painted it. */
function noteFirstMessage(): void {
  const look = () => {
    if (document.querySelector('[role="feed"] article, [role="feed"] [role="article"]') === null) {
      requestAnimationFrame(look);
      return;
    }
    requestAnimationFrame(() => {
      (window as unknown as { firstMessageMs?: number }).firstMessageMs = performance.now();
    });
  };
  requestAnimationFrame(look);
}

async function signIn(
  browser: Browser,
  baseUrl: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl}/login/?next=/account/`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/account/');
  const session = await context.storageState();
  await context.close();
  return session;
}

const measurementsOf = (cold: Visit, slow: Visit, warm: Visit): Measurement[] => [
  row('web client: code until the first conversation', cold.codeBytes / 1_024, 'KiB', { goal: { atMost: 200 } }),
  row('web client: fonts', cold.fontBytes / 1_024, 'KiB', { goal: { atMost: 60 } }),
  row('web client: code of a second visit', warm.codeBytes / 1_024, 'KiB', { goal: { atMost: 0 } }),
  row('first message, demo organization, cold cache', cold.firstMessageMs, 'ms', { goal: { atMost: 600 } }),
  row('first message, demo organization, cold cache, x4 slower', slow.firstMessageMs, 'ms', {
    goal: { atMost: 1_800 },
  }),
  row('first message, warm cache, API 1.5 s late', warm.firstMessageMs, 'ms', { goal: { atMost: 400 } }),
];
