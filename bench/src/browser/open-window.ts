/// <reference lib="dom" />
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { Percentiles } from '../stats/percentiles.js';

/** The browser reports no shorter interactions. */
const SHORTEST_REPORTED_MS = 16;
const PAUSE_MS = 60;
const SWITCHES = 30;
const OWN_MESSAGES = 10;
/** The browser collects garbage, and the client stores the last views. */
const COME_TO_REST_MS = 15_000;
/** Each timer of the client runs once a minute or more often. */
const IDLE_MS = 60_000;

/** Notes of the page, made by {@link watchPage}. */
interface Noted {
  readonly interactions: Map<number, number>;
  readonly switches: number[];
  layoutShift: number;
}
type NotingWindow = typeof globalThis & { noted: Noted };

/** A window with two conversations of one stream, in the hands of a person. */
export class OpenWindow {
  private constructor(
    private readonly page: Page,
    private readonly topics: readonly [Locator, Locator],
  ) {}

  /** Opens the first stream that has two topics in the left bar, then each of them. */
  static async open(page: Page, baseUrl: string): Promise<OpenWindow> {
    await page.addInitScript(watchPage);
    await page.goto(`${baseUrl}/#recent`);
    const streams = page.getByRole('navigation', { name: 'Streams', exact: true });
    await streams.getByRole('link').first().click();
    const topics = streams.getByRole('list').getByRole('list').getByRole('link');
    await topics.nth(1).waitFor();
    const window = new OpenWindow(page, [topics.nth(0), topics.nth(1)]);
    for (const topic of window.topics) {
      await topic.click();
      await window.box.waitFor();
      // The messages of the former conversation are there until those of this one come.
      await page.locator('[role="feed"][aria-busy="false"] article').first().waitFor();
    }
    return window;
  }

  /** The conversation on the screen. */
  async conversation(): Promise<{ readonly streamId: number; readonly topic: string }> {
    const topic = (await this.page.getByRole('main').getByRole('heading', { level: 1 }).textContent()) ?? '';
    return { streamId: Number(/stream\/(\d+)/.exec(this.page.url())?.[1]), topic };
  }

  /** The 95th percentile of keys and clicks until the next frame, while `work` runs. */
  async interactionMsDuring(work: Promise<unknown>): Promise<number> {
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    await this.forget();
    let count = 0;
    // By places: a search of the driver would run in the page, between the interactions.
    const { mouse } = this.page;
    const [box, preview] = [await centerOf(this.box), await centerOf(this.previewButton)];
    await mouse.click(...box);
    while (!isOver) {
      for (const key of 'word ') {
        await this.page.keyboard.press(key === ' ' ? 'Space' : key);
        await this.page.waitForTimeout(PAUSE_MS);
      }
      for (const place of [preview, preview, box]) {
        await mouse.click(...place);
        await this.page.waitForTimeout(PAUSE_MS);
      }
      count += 8;
    }
    await work;
    const reported = await this.page.evaluate(() => [...(globalThis as NotingWindow).noted.interactions.values()]);
    const short = Array.from({ length: Math.max(0, count - reported.length) }, () => SHORTEST_REPORTED_MS);
    await this.box.fill('');
    return new Percentiles([...reported, ...short]).at(95);
  }

  /** The 95th percentile from the click on a loaded conversation to the frame that shows it. */
  async switchMs(): Promise<number> {
    await this.forget();
    for (let n = 0; n < SWITCHES; n++) {
      await (this.topics[n % 2] as Locator).click();
      await this.page.waitForFunction((count) => (globalThis as NotingWindow).noted.switches.length > count, n);
      await this.page.waitForTimeout(PAUSE_MS);
    }
    return new Percentiles(await this.page.evaluate(() => (globalThis as NotingWindow).noted.switches)).at(95);
  }

  /** The most frames from Enter to the one with the own message. */
  async ownMessageFrames(): Promise<number> {
    let most = 0;
    for (let n = 0; n < OWN_MESSAGES; n++) {
      const content = `own message ${n} of ${Date.now()}`;
      await this.box.fill(content);
      const frames = await this.page.evaluateHandle(countFrames, content);
      await this.box.press('Enter');
      most = Math.max(most, await frames.evaluate(({ shown }) => shown));
    }
    return most;
  }

  layoutShift(): Promise<number> {
    return this.page.evaluate(() => (globalThis as NotingWindow).noted.layoutShift);
  }

  private get box(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true });
  }

  private get previewButton(): Locator {
    return this.page.getByRole('button', { name: 'Preview', exact: true });
  }

  private forget(): Promise<void> {
    return this.page.evaluate(() => {
      const { noted } = globalThis as NotingWindow;
      noted.interactions.clear();
      noted.switches.length = 0;
    });
  }
}

async function centerOf(element: Locator): Promise<[number, number]> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

/** Percent of a core of all processes of the browser, with nothing but the open window. */
export async function idlePercent(browser: Browser): Promise<number> {
  const protocol = await browser.newBrowserCDPSession();
  await new Promise((resolve) => setTimeout(resolve, COME_TO_REST_MS));
  const before = await cpuSeconds(protocol);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const after = await cpuSeconds(protocol);
  await protocol.detach();
  return ((after - before) / (IDLE_MS / 1_000)) * 100;
}

async function cpuSeconds(protocol: CDPSession): Promise<number> {
  const { processInfo } = await protocol.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Runs in the page before its scripts. */
function watchPage(): void {
  const noted: Noted = { interactions: new Map(), switches: [], layoutShift: 0 };
  (globalThis as NotingWindow).noted = noted;
  const observe = (type: string, options: object, note: (entry: never) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as never);
    }).observe({ type, buffered: true, ...options });
  observe('event', { durationThreshold: 16 }, ({ interactionId, duration }: Record<string, number>) => {
    if (interactionId)
      noted.interactions.set(interactionId, Math.max(duration ?? 0, noted.interactions.get(interactionId) ?? 0));
  });
  observe('layout-shift', {}, ({ hadRecentInput, value }: { hadRecentInput: boolean; value: number }) => {
    if (!hadRecentInput) noted.layoutShift += value;
  });
  /** The heading changes with the messages of the conversation. */
  const title = () => document.querySelector('main h1')?.textContent;
  addEventListener(
    'click',
    ({ timeStamp, target }) => {
      if (!(target instanceof Element) || target.closest('nav a') === null) return;
      const before = title();
      const look = () => {
        if (title() === before || document.querySelector('[role="feed"] article') === null) requestAnimationFrame(look);
        else requestAnimationFrame((now) => noted.switches.push(now - timeStamp));
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}

/** Runs in the page: counts frames from the next key until the content is in the view. */
function countFrames(content: string): { shown: Promise<number> } {
  const shown = new Promise<number>((resolve) => {
    addEventListener(
      'keydown',
      () => {
        let frames = 0;
        const look = () => {
          frames++;
          if (document.querySelector('main')?.textContent?.includes(content)) resolve(frames);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
  return { shown };
}
