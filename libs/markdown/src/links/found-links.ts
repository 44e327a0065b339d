import { MAX_FOUND_LINKS } from '../limits.js';
import type { Linkifier } from '../render-context.js';
import { findBareLinks } from './bare-links.js';
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
  let taken: Uint8Array | undefined;
  const take = (start: number, end: number, url: string, isLinkifier: boolean): void => {
    const href = safeHref(url);
    if (href === null || found.length >= MAX_FOUND_LINKS) return;
    taken ??= new Uint8Array(text.length);
    if (taken.subarray(start, end).includes(1)) return;
    taken.fill(1, start, end);
    found.push({ start, end, href: relativeToRealm(href, realmUrl), isLinkifier });
  };
  for (const link of findBareLinks(text)) take(link.start, link.end, link.url, false);
  for (const linkifier of linkifiers) {
    for (const match of linkifierMatches(text, linkifier)) take(match.start, match.end, match.url, true);
  }
  return found.sort((a, b) => a.start - b.start);
}
