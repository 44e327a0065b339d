const TEXT = /[&<>]/g;
const ATTRIBUTE = /[&<>"]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const entityOf = (character: string): string => ENTITIES[character] ?? '';

/** Text as it may stand between tags. */
export const escapeText = (text: string): string => text.replace(TEXT, entityOf);

/** The text of escaped text. */
export const unescapeText = (escaped: string): string =>
  escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Text as it may stand inside a double-quoted attribute. */
export const escapeAttribute = (text: string): string => text.replace(ATTRIBUTE, entityOf);

/** Text with U+FFFD for each half of a broken surrogate pair, which has no encoding and makes `encodeURIComponent` throw. */
export const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, '\ufffd');
