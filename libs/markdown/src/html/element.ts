import { escapeAttribute } from './escape.js';

/** The only tags that rendering itself can write. KaTeX output is checked by a list of its own. */
export type Tag =
  | 'a'
  | 'blockquote'
  | 'br'
  | 'code'
  | 'del'
  | 'div'
  | 'em'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'hr'
  | 'img'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'span'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'time'
  | 'tr'
  | 'ul';

/** The only attributes; `style` is written for the alignment of table cells alone. */
export type AttributeName =
  | 'alt'
  | 'aria-hidden'
  | 'aria-label'
  | 'class'
  | 'data-code-language'
  | 'data-stream-id'
  | 'data-user-group-id'
  | 'data-user-id'
  | 'datetime'
  | 'href'
  | 'role'
  | 'src'
  | 'start'
  | 'style'
  | 'title';

export type Attributes = readonly (readonly [name: AttributeName, value: string])[];

/** A start tag; every value is escaped and double-quoted here and nowhere else. */
export function startTag(tag: Tag, attributes?: Attributes): string {
  if (attributes === undefined || attributes.length === 0) {
    return `<${tag}>`;
  }
  let html = `<${tag}`;
  for (const [name, value] of attributes) {
    html += ` ${name}="${escapeAttribute(value)}"`;
  }
  return `${html}>`;
}
