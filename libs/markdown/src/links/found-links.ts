import { MAX_FOUND_LINKS } from '../limits.js';
import type { Linkifier } from '../render-context.js';
import { findBareLinks, type UrlMatch } from './bare-links.js';
import { linkifierMatches } from './linkifiers.js';
import { relativeToRealm, safeHref } from './safe-url.js';

/** A part of a text that becomes a link without markup. */
export interface FoundLink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
  readonly isLinkifier: boolean;
}

/**
 * Addresses and linkifier matches in a text, in order and without overlap. An address takes precedence over a linkifier,
 * an earlier linkifier over a later one. A match without a safe address stays text.
 */
export function findLinks(text: string, realmUrl: string, linkifiers: readonly Linkifier[]): FoundLink[] {
  const found: FoundLink[] = [];
  const add = ({ start, end, url }: UrlMatch, isLinkifier: boolean): boolean => {
    const href = safeHref(url);
    if (href === null || found.length >= MAX_FOUND_LINKS) return false;
    found.push({ start, end, href: relativeToRealm(href, realmUrl), isLinkifier });
    return true;
  };
  for (const link of findBareLinks(text)) add(link, false);
  const matches = linkifiers.flatMap((linkifier) => linkifierMatches(text, linkifier));
  if (matches.length === 0) return found;
  const taken = new Uint8Array(text.length);
  for (const { start, end } of found) taken.fill(1, start, end);
  for (const match of matches) {
    const { start, end } = match;
    if (!taken.subarray(start, end).includes(1) && add(match, true)) taken.fill(1, start, end);
  }
  return found.sort((a, b) => a.start - b.start);
}
