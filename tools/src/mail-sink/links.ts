/** A part of a text: the address of a page, or what stands between two of them. */
export interface TextPart {
  readonly text: string;
  readonly isLink: boolean;
}

const PAGE_ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** What ends a sentence, not an address. */
const CLOSING = new Set('.,;:!?)]}');

/** The text in parts, in order; together they are the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(PAGE_ADDRESS)) {
    const link = withoutClosing(match[0]);
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isLink: false });
    parts.push({ text: link, isLink: true });
    end = match.index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false });
  return parts;
}

/** The addresses of pages in a text, each once. */
export function linksIn(text: string): string[] {
  return [...new Set(textParts(text).flatMap((part) => (part.isLink ? [part.text] : [])))];
}

// A loop: the regular expression for it takes quadratic time on a long row of dots.
function withoutClosing(address: string): string {
  let end = address.length;
  while (CLOSING.has(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}
