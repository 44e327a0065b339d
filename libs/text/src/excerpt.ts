import { truncate } from './text.js';

/** Code points of an excerpt. */
export const MAX_EXCERPT_LENGTH = 200;

const PARTS = /<(\/?)([a-z0-9]+)([^>]*)>|[^<]+/g;
const WITHOUT_END = new Set(['img', 'br', 'hr', 'input', 'source']);
/** Elements that do not interrupt a word. */
const INLINE = new Set(['a', 'span', 'strong', 'em', 'del', 'code', 'time', 'annotation']);
/** Hidden until the reader asks, or a second form of the same formula. */
const HIDDEN_CLASSES = /class="(?:spoiler-content|katex-html)/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** The beginning of rendered content as plain text on one line. The content may end anywhere. Pure. */
export function excerptOf(html: string): string {
  let text = '';
  let hiddenDepth = 0;
  for (const [part, isEnd, tag, attributes] of html.replace(/<[^>]*$/, '').matchAll(PARTS)) {
    if (tag === undefined) {
      if (hiddenDepth === 0) text += part;
      continue;
    }
    if (!INLINE.has(tag)) text += ' ';
    if (WITHOUT_END.has(tag)) continue;
    if (isEnd) hiddenDepth = Math.max(0, hiddenDepth - 1);
    else if (hiddenDepth > 0 || tag === 'mrow' || HIDDEN_CLASSES.test(attributes as string)) hiddenDepth++;
  }
  const decoded = text.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] as string);
  return truncate(decoded.replaceAll(/\s+/g, ' ').trim(), MAX_EXCERPT_LENGTH, '…');
}
