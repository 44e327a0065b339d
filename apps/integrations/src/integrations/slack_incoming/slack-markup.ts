import { link } from '../../incoming-webhooks/text/markdown.js';

/** Slack's markup in Markdown: `*bold*`, `_emphasis_`, and links like `<https://example.com|text>`. */

/** Parts in which stars and underscores mean themselves: code, links in brackets, and addresses. */
const LITERAL = /(```[\s\S]*?```|`[^`\n]+`|<[^<>\n]+>|https?:\/\/[^\s<>|]+)/;

const BOLD = /(?<![\p{L}\p{N}_*])\*(?=\S)([^*\n]*[^*\s])\*(?![\p{L}\p{N}_*])/gu;
const EMPHASIS = /(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*[^_\s])_(?![\p{L}\p{N}_])/gu;

export const toMarkdown = (text: string): string =>
  text
    .split(LITERAL)
    .map((part, index) => (index % 2 === 0 ? emphasized(part) : literal(part)))
    .join('');

/** Bold first: the stars of emphasis would be bold afterwards. */
const emphasized = (text: string): string => decoded(text.replace(BOLD, '**$1**').replace(EMPHASIS, '*$1*'));

/** Slack escapes these three characters and no others. */
const decoded = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');

function literal(part: string): string {
  if (!part.startsWith('<')) return decoded(part);
  const [target = '', label] = part.slice(1, -1).split('|', 2);
  if (/^(?:https?:|mailto:)/i.test(target)) {
    const address = decoded(target);
    return label === undefined ? address.replace(/^mailto:/i, '') : link(decoded(label), address);
  }
  return label === undefined ? part : `${target.startsWith('#') ? '#' : ''}${decoded(label)}`;
}
