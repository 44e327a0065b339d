import { MAX_URL_LENGTH } from '../limits.js';
import { isWhiteSpace, startsAtBoundary } from './boundaries.js';
import { linkEnd, withoutTrailing } from './link-end.js';

/** A part of a text and the unchecked address that it stands for. */
export interface UrlMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** Each address contains a match: a protocol, a mail address, or a dot between two word characters. */
const MAY_HAVE_LINK = /:\/\/|@|[\p{L}\p{N}-]\.\p{L}/gu;
const WHITE_SPACE = /\s/g;
const CANDIDATE_START = /[\p{L}\p{N}_.-]/u;

/**
 * The addresses in a text: with `http://` or `https://`, mail addresses, and names that end in a known top-level
 * domain. An address starts at a boundary and must reach, apart from closing punctuation, up to white space;
 * parentheses inside it must match. So a word has at most one address. Each start looks ahead at most `MAX_URL_LENGTH`, and starts too far
 * from the white space are skipped, so the cost stays linear.
 */
export function findBareLinks(text: string): UrlMatch[] {
  const links: UrlMatch[] = [];
  for (let wordEnd = 0; ; ) {
    MAY_HAVE_LINK.lastIndex = wordEnd;
    if (!MAY_HAVE_LINK.test(text)) return links;
    const inWord = MAY_HAVE_LINK.lastIndex - 1;
    wordEnd = endOfWord(text, inWord);
    const link = linkInWord(text, startOfWord(text, inWord), wordEnd);
    if (link !== undefined) links.push(link);
  }
}

function startOfWord(text: string, inWord: number): number {
  let start = inWord;
  while (start > 0 && !isWhiteSpace(text.charCodeAt(start - 1))) start--;
  return start;
}

function endOfWord(text: string, inWord: number): number {
  WHITE_SPACE.lastIndex = inWord;
  return WHITE_SPACE.exec(text)?.index ?? text.length;
}

function linkInWord(text: string, wordStart: number, wordEnd: number): UrlMatch | undefined {
  for (let start = earliestLinkStart(text, wordStart, wordEnd); start < wordEnd; start++) {
    if (!startsAtBoundary(text, start) || !CANDIDATE_START.test(text[start] as string)) continue;
    const end = linkEnd(text, start);
    if (end > start) return { start, end, url: text.slice(start, end) };
  }
  return undefined;
}

/** An address holds all of the word except closing punctuation, so it starts near the end and after any `"`. */
function earliestLinkStart(text: string, wordStart: number, wordEnd: number): number {
  const mustReach = withoutTrailing(text, wordEnd, wordStart);
  const afterQuote = wordStart + text.slice(wordStart, mustReach).lastIndexOf('"') + 1;
  return Math.max(mustReach - MAX_URL_LENGTH, afterQuote);
}
