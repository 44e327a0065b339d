/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { Percentiles } from '../stats/percentiles.js';

const WORDS = 8;
/** People of the bench have names such as "Person 17". */
const WORD = '@per';
const PAUSE_MS = 60;

type NotingWindow = typeof globalThis & { listMs: number[] };

/** The 95th percentile from a key of a mention to the frame with its suggestions, in the open conversation. */
export async function suggestionsMs(page: Page): Promise<number> {
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  // The first key of a page prepares the names, and loads the subscribers.
  await box.pressSequentially(WORD);
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
  await box.fill('');
  await page.evaluate(watchKeys);
  for (let word = 0; word < WORDS; word++) {
    for (const [index, key] of [...WORD].entries()) {
      await box.press(key);
      const count = word * WORD.length + index;
      await page.waitForFunction((keys) => (globalThis as NotingWindow).listMs.length > keys, count);
      await page.waitForTimeout(PAUSE_MS);
    }
    await box.fill('');
  }
  return new Percentiles(await page.evaluate(() => (globalThis as NotingWindow).listMs)).at(95);
}

/** Runs in the page: each key changes the list, at least the marked letters. */
function watchKeys(): void {
  const listMs: number[] = [];
  (globalThis as NotingWindow).listMs = listMs;
  const list = () => document.querySelector('[role="listbox"]')?.innerHTML ?? '';
  addEventListener(
    'keydown',
    ({ timeStamp, key }) => {
      if (key.length > 1) return;
      const before = list();
      const look = () => {
        if (list() === before) requestAnimationFrame(look);
        else listMs.push(performance.now() - timeStamp);
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}
