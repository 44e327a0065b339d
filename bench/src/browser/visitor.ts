/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { median } from '../stats/percentiles.js';
import { inProfile, type Session, slowDown } from './profiles.js';

const VISITS = 5;
/** The view with every message, which shows one on the screen as soon as it can. */
const OPENED = '/#all_messages';
/** Other fonts load with the first text that needs them: formulas, and letters of other languages. */
const LATIN_FONTS = /-latin-wght.*\.woff2$/;
const FIRST_MESSAGE_TIMEOUT_MS = 60_000;
/** Parts that the shown messages need, such as styles of formulas, come after the first message. */
const STAY_MS = 1_000;

export interface Visit {
  /** From the begin of the navigation to the frame with the first message. */
  readonly firstMessageMs: number;
  /** Bytes of scripts and style sheets, and of fonts, as they were sent until the first message. */
  readonly codeBytes: number;
  readonly fontBytes: number;
  /** Bytes of scripts and style sheets until the visitor leaves. */
  readonly allCodeBytes: number;
}

/** Visits of one person, each in a fresh profile. */
export class Visitor {
  constructor(
    private readonly browser: Browser,
    private readonly baseUrl: string,
    private readonly session: Session,
  ) {}

  /** The median of each number. */
  async several(visit: () => Promise<Visit>): Promise<Visit> {
    const visits: Visit[] = [];
    while (visits.length < VISITS) visits.push(await visit());
    const of = (name: keyof Visit) => median(visits.map((each) => each[name]));
    return {
      firstMessageMs: of('firstMessageMs'),
      codeBytes: of('codeBytes'),
      fontBytes: of('fontBytes'),
      allCodeBytes: of('allCodeBytes'),
    };
  }

  /** Nothing is stored; the processor is `slowdown` times slower. */
  cold(slowdown: number): Promise<Visit> {
    return inProfile(this.browser, this.session, async (page) => {
      await slowDown(page, slowdown);
      return this.visit(page);
    });
  }

  /** A second visit, after the browser has kept the release. Each response of the API comes late. */
  warm(lateMs: number): Promise<Visit> {
    return inProfile(this.browser, this.session, async (first) => {
      await this.visit(first);
      await first.evaluate(untilReleaseIsKept);
      const page = await first.context().newPage();
      await first.close();
      await delayApi(page, lateMs);
      return this.visit(page);
    });
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
    const first = await sentFiles(page);
    await page.waitForTimeout(STAY_MS);
    const all = await sentFiles(page);
    return {
      firstMessageMs,
      codeBytes: bytesOf(first, CODE),
      fontBytes: bytesOf(first, LATIN_FONTS),
      allCodeBytes: bytesOf(all, CODE),
    };
  }
}

interface SentFile {
  readonly name: string;
  readonly bytes: number;
}

const CODE = /\/assets\/.*\.(js|css)$/;

const bytesOf = (files: readonly SentFile[], form: RegExp): number =>
  files.filter(({ name }) => form.test(name)).reduce((sum, { bytes }) => sum + bytes, 0);

/** A file of the browser's cache has no bytes. */
const sentFiles = (page: Page): Promise<SentFile[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, transferSize, encodedBodySize }) => ({ name, bytes: transferSize === 0 ? 0 : encodedBodySize }),
    ),
  );

/** By the browser's own protocol: the routes of the driver turn the cache off. */
async function delayApi(page: Page, ms: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId }) => {
    // The page may be closed before a long poll goes on.
    setTimeout(() => session.send('Fetch.continueRequest', { requestId }).catch(() => {}), ms);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/json/*' }] });
}

/** Runs in the page: the service worker keeps the page after all files of its release. */
async function untilReleaseIsKept(): Promise<void> {
  await navigator.serviceWorker.ready;
  while ((await caches.match('/')) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
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
