import type { StateInline, Token } from 'markdown-it';
import type { Attributes, Tag } from '../html/element.js';

/** The match of a sticky pattern at the current position; null inside the text of a link and beyond the parsed part. */
export function matchHere(state: StateInline, sign: string, pattern: RegExp): RegExpExecArray | null {
  if (state.src[state.pos] !== sign || state.linkLevel > 0) return null;
  pattern.lastIndex = state.pos;
  const match = pattern.exec(state.src);
  return match === null || pattern.lastIndex > state.posMax ? null : match;
}

/** Pushes an element that holds only text: `<tag attributes>text</tag>`. */
export function pushElement(state: StateInline, tag: Tag, attributes: Attributes, text = ''): void {
  const token = state.push('element', tag, 0);
  token.meta = { attributes };
  token.content = text;
}

/** Opens a link. `isBare` says that its text is its address. */
export function openLink(state: StateInline, attributes: Attributes, isBare: boolean): void {
  state.push('link_open', 'a', 1).meta = { attributes, isBare };
}

/** HTML attributes of a token; empty if it has none. */
export const attributesOf = (token: Token): Attributes => (token.meta?.['attributes'] as Attributes | undefined) ?? {};
