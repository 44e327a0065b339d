/// <reference lib="dom" />
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A page without new and removed elements for this long is at rest. */
const REST_MS = 50;

/** All rules of axe-core, or those that depend on colors. The others judge elements, which are the same in every theme. */
export type Rules = 'all' | 'colors';
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Violations of the rules of axe-core on the page as it is: one line each. */
export async function accessibilityFaults(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // Not by a script element, which the page refuses. A client that changes its view without a new page has it already.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  await untilAtRest(page);
  const options: axe.RunOptions = { resultTypes: ['violations', 'incomplete'] };
  if (rules === 'colors') options.runOnly = { type: 'rule', values: COLOR_RULES };
  const { violations, incomplete } = await page.evaluate((chosen) => axe.run(document, chosen), options);
  return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Axe finds headings again by their place among the elements, so a menu that disappears meanwhile confuses it. */
function untilAtRest(page: Page): Promise<void> {
  return page.evaluate(async (restMs) => {
    const endless = Number.POSITIVE_INFINITY;
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== endless);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, restMs);
      const changes = new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(resolve, restMs);
      });
      changes.observe(document.body, { childList: true, subtree: true });
    });
  }, REST_MS);
}

/**
 * Axe cannot decide about text at the edge of a scrolling part, next to the drawn line of a thread, or of signs alone: tokens.spec.ts has
 * these colors. It cannot say either whether the name of an emoji contains the emoji.
 */
export const decidedFaults = async (page: Page, rules?: Rules): Promise<string[]> =>
  (await accessibilityFaults(page, rules)).filter(
    (fault) =>
      !/overlapped by another element|due to a pseudo element|only non-text characters|if the visible text is part/.test(
        fault,
      ),
  );

/** Parts that leave the window or their dialog sideways, so that a person must scroll in two directions. */
export function overflowFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const inDialogs = [...document.querySelectorAll('[role="dialog"], dialog[open]')]
      .flatMap((dialog) => [dialog, ...dialog.querySelectorAll('*')])
      .filter((part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === 'auto')
      .map((part) => `${part.scrollWidth} > ${part.clientWidth}: ${part.outerHTML.slice(0, 200)}`);
    if (scrollWidth <= clientWidth) return inDialogs;
    const isOutside = ({ left, right }: DOMRect) => left < 0 || right > clientWidth;
    const outside = [...document.querySelectorAll('main *')].filter((part) => isOutside(part.getBoundingClientRect()));
    return [`${scrollWidth} > ${clientWidth}`, ...outside.map((part) => part.outerHTML.slice(0, 200)), ...inDialogs];
  });
}

/** Parts with fewer pixels than a finger or a pointer needs. Links in running text need none; a label belongs to its field. */
export function targetFaults(page: Page, pixels: number): Promise<string[]> {
  return page.evaluate((smallest) => {
    const parts = document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="menuitem"]');
    return [...parts].flatMap((part) => {
      if (!part.checkVisibility() || getComputedStyle(part).display === 'inline') return [];
      const { width, height } = (part.closest('label') ?? part).getBoundingClientRect();
      // One pixel: for screen readers only.
      if (width <= 1 || (width >= smallest && height >= smallest)) return [];
      return [`${width} x ${height}: ${part.outerHTML.slice(0, 200)}`];
    });
  }, pixels);
}

/** Fields with an error that is not tied to its message, or with a message that screen readers do not announce. */
export function errorFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong = [...document.querySelectorAll('[aria-invalid="true"]')];
    const untied = wrong.filter((field) => {
      const message = document.getElementById(field.getAttribute('aria-describedby') ?? '');
      return message?.getAttribute('role') !== 'alert' || message.textContent === '';
    });
    return untied.map((field) => field.outerHTML);
  });
}

/** The order in which the tab key reaches the parts that take input, and those that show no sign of the focus. */
export async function focusFaults(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const parts = document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, textarea');
    const reachable = [...parts].filter((part) => part.checkVisibility() && !part.matches(':disabled'));
    for (const [index, part] of reachable.entries()) part.dataset['order'] = String(index);
    reachable[0]?.focus();
    return reachable.length;
  });
  const faults: string[] = [];
  for (let expected = 1; expected < count; expected++) {
    await page.keyboard.press('Tab');
    const { order, isShown, part } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { outlineStyle } = getComputedStyle(focused);
      return {
        order: focused.dataset['order'],
        isShown: outlineStyle !== 'none',
        part: focused.outerHTML.slice(0, 200),
      };
    });
    if (order !== String(expected) || !isShown) faults.push(`focus ${expected}: ${part}`);
  }
  return faults;
}
