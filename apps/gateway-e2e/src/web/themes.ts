import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Rules } from '../pages/page-faults.js';

/** A name, the options of the browser, and the rules of axe-core. */
export type Theme = readonly [name: string, context: BrowserContextOptions, rules: Rules];

const LIGHT: Theme = ['light', { colorScheme: 'light' }, 'all'];
/** The themes of the web client. Only colors differ between them, so one theme gets the rules about elements. */
export const THEMES: readonly Theme[] = [
  LIGHT,
  ['dark', { colorScheme: 'dark' }, 'colors'],
  ['more contrast', { colorScheme: 'light', contrast: 'more' }, 'colors'],
  ['more contrast, dark', { colorScheme: 'dark', contrast: 'more' }, 'colors'],
  ['forced colors', { forcedColors: 'active' }, 'colors'],
];
export const ONLY_LIGHT: readonly Theme[] = [LIGHT];

/** Gives an open page another theme. */
export async function changeTheme(page: Page, [, { colorScheme, contrast, forcedColors }]: Theme): Promise<void> {
  await page.emulateMedia({
    colorScheme: colorScheme ?? 'light',
    contrast: contrast ?? 'no-preference',
    forcedColors: forcedColors ?? 'none',
  });
  // The client learns of the change with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
