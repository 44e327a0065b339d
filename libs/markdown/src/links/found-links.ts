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

/** A link that clients offer next to a topic. */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/**
 * The links in a topic, in the order of the text and without overlap: matches of linkifiers (an earlier linkifier
 * wins), then addresses. The texts and addresses are not HTML; clients escape them.
 */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const found: { start: number; end: number; url: string }[] = [];
  const take = (start: number, end: number, url: string): void => {
    if (safeHref(url) !== null && !found.some((other) => start < other.end && other.start < end)) {
      found.push({ start, end, url });
    }
  };
  for (const linkifier of linkifiers) {
    for (const match of linkifierMatches(topic, linkifier)) take(match.start, match.end, match.url);
  }
  for (const link of findBareLinks(topic)) take(link.start, link.end, withScheme(link.url));
  return found.sort((a, b) => a.start - b.start).map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}

function withScheme(address: string): string {
  if (/^https?:\/\//i.test(address)) return address;
  return /^[^/?#]*@/.test(address) ? `mailto:${address}` : `https://${address}`;
}
