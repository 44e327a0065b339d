import type { BrowserContextOptions } from 'playwright-core';
import type { Rules } from '../pages/page-faults.js';

/** A name, the options of the browser, and the rules of axe-core. */
export type Theme = readonly [name: string, context: BrowserContextOptions, rules: Rules];

/** The themes of the web client. Only colors differ between them, so one theme gets the rules about elements. */
export const THEMES: readonly Theme[] = [
  ['light', { colorScheme: 'light' }, 'all'],
  ['dark', { colorScheme: 'dark' }, 'colors'],
  ['more contrast', { colorScheme: 'light', contrast: 'more' }, 'colors'],
  ['more contrast, dark', { colorScheme: 'dark', contrast: 'more' }, 'colors'],
  ['forced colors', { forcedColors: 'active' }, 'colors'],
];
