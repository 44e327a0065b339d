/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Marks around every text of the catalogue. */
const [OPEN, CLOSE] = ['⟦', '⟧'];
const CATALOGUE = /\/assets\/en-[^/]*\.js$/;

/** The client speaks English with marks, from right to left, as if en.json was another file. Call it before the page opens. */
export async function speakPseudoLanguage(page: Page): Promise<void> {
  await page.route(CATALOGUE, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `import texts from '${new URL(route.request().url()).pathname}?plain';
        const marked = ([key, text]) => [key, (values) => '${OPEN}' + text(values) + '${CLOSE}'];
        export default { ...Object.fromEntries(Object.entries(texts).map(marked)), 'language.direction': () => 'rtl' };`,
    }),
  );
}

/** Shown and spoken texts that are neither in the catalogue nor `data` of people, nor numbers, dates or keys. */
export async function textsOutsideCatalogue(page: Page, data: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(textsIn);
  const known = [...data].sort((one, other) => other.length - one.length);
  return texts.filter((text) => {
    const rest = known.reduce((shortened, datum) => shortened.replaceAll(datum, ''), withoutMarked(text));
    return /\p{L}/u.test(rest.replaceAll(/\d[\d:.\s]*[ap]m/gi, ''));
  });
}

/** A text may stand in another one. */
function withoutMarked(text: string): string {
  const rest = text.replaceAll(new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'g'), '');
  return rest === text ? text : withoutMarked(rest);
}

/** Runs in the page. */
function textsIn(): string[] {
  /** Contents of messages, times, and keys. */
  const foreign = '.rendered, time, kbd, option[lang]';
  const texts: string[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest(foreign) !== null) continue;
    for (const name of ['title', 'alt', 'placeholder', 'aria-label', 'aria-description', 'data-tip']) {
      texts.push(element.getAttribute(name) ?? '');
    }
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
  }
  return [...new Set(texts)].filter((text) => text.trim() !== '');
}
