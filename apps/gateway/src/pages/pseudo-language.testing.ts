import { type Catalogue, Language } from './languages.js';
import ENGLISH from './messages/en.json' with { type: 'json' };

/** Marks around every text of the catalogue. */
const [OPEN, CLOSE] = ['⟦', '⟧'];

const MARKED = Object.fromEntries(Object.entries(ENGLISH).map(([name, text]) => [name, `${OPEN}${text}${CLOSE}`]));

/** English from right to left, with marks. */
export const PSEUDO_LANGUAGE = new Language('en', MARKED as Catalogue, 'rtl');

const TEXT_ATTRIBUTES = /\s(?:title|alt|placeholder|aria-label)="([^"]*)"/g;

/** Texts of a page that are neither in the catalogue nor among the `data` of the page. */
export function textsOutsideCatalogue(page: string, data: readonly string[]): string[] {
  const attributes = [...page.matchAll(TEXT_ATTRIBUTES)].map(([, text]) => text as string);
  const content = page.replace(/<[^>]*>/g, '\n').split('\n');
  return [...attributes, ...content]
    .map((text) => data.reduce((rest, datum) => rest.replaceAll(datum, ''), withoutMarked(text)).trim())
    .filter((text) => text !== '');
}

/** A message may stand in another one. */
function withoutMarked(text: string): string {
  const rest = text.replace(new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'g'), '');
  return rest === text ? text : withoutMarked(rest);
}
