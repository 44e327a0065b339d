import { MAX_URL_LENGTH } from '../limits.js';
import { isWhiteSpace } from './boundaries.js';
import { TOP_LEVEL_DOMAINS } from './top-level-domains.js';

const PROTOCOL = /https?:\/\//iy;
const HOST_WITH_PROTOCOL = /[\p{L}\p{N}_.:@-]+/uy;
const HOST = /(?:[\p{L}\p{N}_-]+\.)+[\p{L}-]+/uy;
const MAIL = /[\p{L}\p{N}_.+-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+/uy;
const MAX_PARENTHESES = 7;
const PATH_START = new Set(['/', '?', '#']);
/** Punctuation that may follow an address without being part of it. */
const TRAILING = new Set(['!', ':', ';', '?', ')', ',', '.', "'", '"', '>']);

/** End of the address that begins at `start`, or -1. */
export function linkEnd(text: string, start: number): number {
  const afterProtocol = matchEnd(PROTOCOL, text, start);
  if (afterProtocol > 0) {
    const hostEnd = matchEnd(HOST_WITH_PROTOCOL, text, afterProtocol);
    return hostEnd < 0 ? -1 : addressEnd(text, start, hostEnd, afterProtocol + 1);
  }
  const hostEnd = matchEnd(HOST, text, start);
  if (hostEnd > 0 && endsInTopLevelDomain(text, hostEnd) && text[hostEnd] !== '@') {
    const end = addressEnd(text, start, hostEnd, hostEnd);
    if (end > 0) return end;
  }
  const mailEnd = matchEnd(MAIL, text, start);
  return mailEnd > 0 && mailEnd - start <= MAX_URL_LENGTH && onlyClosingPunctuation(text, mailEnd) ? mailEnd : -1;
}

const endsInTopLevelDomain = (text: string, hostEnd: number): boolean =>
  TOP_LEVEL_DOMAINS.has(text.slice(text.lastIndexOf('.', hostEnd - 1) + 1, hostEnd).toLowerCase());

/**
 * End of an address with the host up to `hostEnd`, or -1. Without a path, closing punctuation after `minimum` is left
 * out.
 */
function addressEnd(text: string, start: number, hostEnd: number, minimum: number): number {
  const end = PATH_START.has(text[hostEnd] ?? '')
    ? pathEnd(text, start, hostEnd)
    : withoutTrailing(text, hostEnd, minimum);
  return end >= 0 && end - start <= MAX_URL_LENGTH && onlyClosingPunctuation(text, end) ? end : -1;
}

/**
 * End of the path of an address: the white space without the closing punctuation before it, as long as parentheses match. Returns -1 if the address is too long or has too many parentheses.
 */
function pathEnd(text: string, start: number, pathStart: number): number {
  const limit = Math.min(text.length, start + MAX_URL_LENGTH + 1);
  let depth = 0;
  let lastBalanced = pathStart;
  let end = pathStart;
  for (; end < limit; end++) {
    const character = text[end] as string;
    if (endsPath(character, depth)) break;
    if (character === '(') {
      depth++;
    } else if (character === ')') {
      depth--;
    }
    if (depth > MAX_PARENTHESES) return -1;
    if (depth === 0 && (character === ')' || !TRAILING.has(character))) lastBalanced = end + 1;
  }
  return end - start > MAX_URL_LENGTH ? -1 : lastBalanced;
}

/** White space, a quotation mark, or a parenthesis that the path has not opened. */
const endsPath = (character: string, depth: number): boolean =>
  character === '"' || (character === ')' && depth === 0) || isWhiteSpace(character.charCodeAt(0));

/** End of a text without closing punctuation, `minimum` or more. */
export function withoutTrailing(text: string, end: number, minimum: number): number {
  let shortened = end;
  while (shortened > minimum && TRAILING.has(text[shortened - 1] ?? '')) shortened--;
  return shortened;
}

function onlyClosingPunctuation(text: string, from: number): boolean {
  let index = from;
  // The limit bounds the cost of many starts before one long run of punctuation.
  const limit = from + MAX_URL_LENGTH;
  while (index < limit && TRAILING.has(text[index] ?? '')) index++;
  return index >= text.length || isWhiteSpace(text.charCodeAt(index));
}

function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
