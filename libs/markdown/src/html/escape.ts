const TEXT = /[&<>]/g;
const ATTRIBUTE = /[&<>"]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const entityOf = (character: string): string => ENTITIES[character] ?? '';

/** Most texts need no escape, and the search for one takes less time than a replacement without a match. */
const escaped = (text: string, pattern: RegExp): string =>
  text.search(pattern) === -1 ? text : text.replace(pattern, entityOf);

/** Text as it may stand between tags. */
export const escapeText = (text: string): string => escaped(text, TEXT);

/** The text of escaped text. */
export const unescapeText = (escaped: string): string =>
  escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Text as it may stand inside a double-quoted attribute. */
export const escapeAttribute = (text: string): string => escaped(text, ATTRIBUTE);
