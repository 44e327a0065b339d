import { MAX_URL_LENGTH } from '../limits.js';
import { startsAtBoundary } from './boundaries.js';
import { linkEnd, withoutTrailing } from './link-end.js';

/** A part of a text and the unchecked address that it stands for. */
export interface UrlMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** Cheap necessary condition: a protocol, a mail address, or a dot between two word characters. */
const MAY_HAVE_LINK = /:\/\/|@|[\p{L}\p{N}-]\.\p{L}/u;
const WHITE_SPACE = /\s/g;
const CANDIDATE_START = /[\p{L}\p{N}_.-]/u;

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

/**
 * An address holds all of the word except closing punctuation, so it starts near the end and after any `"`. Most words hold none; then the
 * result is their end.
 */
function earliestLinkStart(text: string, start: number, end: number): number {
  if (!MAY_HAVE_LINK.test(text.slice(start, end))) return end;
  const mustReach = withoutTrailing(text, end, start);
  const afterQuote = start + text.slice(start, mustReach).lastIndexOf('"') + 1;
  return Math.max(mustReach - MAX_URL_LENGTH, afterQuote);
}
