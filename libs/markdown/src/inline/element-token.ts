import type { StateInline, Token } from 'markdown-it';
import type { Attributes, Tag } from '../html/element.js';

/** Pushes an element that holds only text: `<tag attributes>text</tag>`. */
export function pushElement(state: StateInline, tag: Tag, attributes: Attributes, text: string): Token {
  const token = state.push('element', tag, 0);
  token.meta = { attributes };
  token.content = text;
  return token;
}

export function attributesOf(token: Token): Attributes | undefined {
  return token.meta?.['attributes'] as Attributes | undefined;
}
