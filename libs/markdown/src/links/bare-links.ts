import { MAX_URL_LENGTH } from '../limits.js';
import { startsAtBoundary } from './boundaries.js';
import { TOP_LEVEL_DOMAINS } from './top-level-domains.js';

/** A part of a text and the unchecked address that it stands for. */
export interface UrlMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** Cheap necessary condition: a protocol, a mail address, or a dot between two word characters. */
const MAY_HAVE_LINK = /:\/\/|@|[\p{L}\p{N}-]\.\p{L}/u;
const WHITE_SPACE = /\s/g;
const PROTOCOL = /https?:\/\//iy;
const HOST_WITH_PROTOCOL = /[\p{L}\p{N}_.:@-]+/uy;
const HOST = /(?:[\p{L}\p{N}_-]+\.)+[\p{L}-]+/uy;
const MAIL = /[\p{L}\p{N}_.+-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+/uy;
const CANDIDATE_START = /[\p{L}\p{N}_.-]/u;
const MAX_PARENTHESES = 7;
const PATH_START = new Set(['/', '?', '#']);
/** Punctuation that may follow an address without being part of it. */
const TRAILING = new Set(['!', ':', ';', '?', ')', ',', '.', "'", '"', '>']);

/**
 * The addresses in a text: with `http://` or `https://`, mail addresses, and names that end in a known top-level
 * domain. An address starts at a boundary and must reach, apart from closing punctuation, up to white space;
 * parentheses inside it must match. Each start looks ahead at most `MAX_URL_LENGTH`, and starts too far from the white
 * space are skipped, so the cost stays linear.
 */
export function findBareLinks(text: string): UrlMatch[] {
  const links: UrlMatch[] = [];
  if (!MAY_HAVE_LINK.test(text)) return links;
  let position = 0;
  let wordEnd = 0;
  let earliestStart = 0;
  while (position < text.length) {
    if (position >= wordEnd) {
      wordEnd = endOfWord(text, position);
      earliestStart = earliestLinkStart(text, position, wordEnd);
    }
    if (position < earliestStart) {
      position = earliestStart;
      continue;
    }
    if (!CANDIDATE_START.test(text[position] ?? '') || !startsAtBoundary(text, position)) {
      position++;
      continue;
    }
    const end = linkEnd(text, position);
    if (end > position) {
      links.push({ start: position, end, url: text.slice(position, end) });
      position = end;
    } else {
      position++;
    }
  }
  return links;
}

function endOfWord(text: string, start: number): number {
  WHITE_SPACE.lastIndex = start + 1;
  return WHITE_SPACE.exec(text)?.index ?? text.length;
}

/** An address holds all of the word except closing punctuation, so it starts near the end and after any `"`. */
function earliestLinkStart(text: string, start: number, end: number): number {
  const mustReach = withoutTrailing(text, end, start);
  const afterQuote = start + text.slice(start, mustReach).lastIndexOf('"') + 1;
  return Math.max(mustReach - MAX_URL_LENGTH, afterQuote);
}

function linkEnd(text: string, start: number): number {
  const afterProtocol = matchEnd(PROTOCOL, text, start);
  if (afterProtocol > 0) {
    const hostEnd = matchEnd(HOST_WITH_PROTOCOL, text, afterProtocol);
    return hostEnd < 0 ? -1 : addressEnd(text, start, hostEnd, afterProtocol + 1);
  }
  const hostEnd = matchEnd(HOST, text, start);
  const domain = text.slice(text.lastIndexOf('.', hostEnd - 1) + 1, hostEnd).toLowerCase();
  if (hostEnd > 0 && TOP_LEVEL_DOMAINS.has(domain) && text[hostEnd] !== '@') {
    const end = addressEnd(text, start, hostEnd, hostEnd);
    if (end > 0) return end;
  }
  const mailEnd = matchEnd(MAIL, text, start);
  return mailEnd > 0 && mailEnd - start <= MAX_URL_LENGTH && onlyClosingPunctuation(text, mailEnd) ? mailEnd : -1;
}

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
    const character = text[end] ?? '';
    if (endsPath(character, depth)) break;
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth > MAX_PARENTHESES) return -1;
    if (depth === 0 && (character === ')' || !TRAILING.has(character))) lastBalanced = end + 1;
  }
  return end - start > MAX_URL_LENGTH ? -1 : lastBalanced;
}

/** White space, a quotation mark, or a parenthesis that the path has not opened. */
function endsPath(character: string, depth: number): boolean {
  return character === '"' || (character === ')' && depth === 0) || /\s/.test(character);
}

function withoutTrailing(text: string, end: number, minimum: number): number {
  let shortened = end;
  while (shortened > minimum && TRAILING.has(text[shortened - 1] ?? '')) shortened--;
  return shortened;
}

function onlyClosingPunctuation(text: string, from: number): boolean {
  let index = from;
  // The limit bounds the cost of many starts before one long run of punctuation.
  const limit = from + MAX_URL_LENGTH;
  while (index < limit && TRAILING.has(text[index] ?? '')) index++;
  return index >= text.length || /\s/.test(text[index] ?? '');
}

function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
