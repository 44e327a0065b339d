import type { Linkifier } from '../render-context.js';
import { findBareLinks } from './bare-links.js';
import { linkifierMatches } from './linkifiers.js';
import { safeHref } from './safe-url.js';

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
