import { escapeAttribute } from './escape.js';

/** The only tags of the renderer. KaTeX output is checked by a list of its own. */
export type Tag =
  | 'a'
  | 'audio'
  | 'blockquote'
  | 'br'
  | 'code'
  | 'del'
  | 'div'
  | 'em'
  | `h${1 | 2 | 3 | 4 | 5 | 6}`
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
  | 'ul'
  | 'video';

/** Values of the only attributes, without the undefined ones; `style` only aligns table cells. */
export interface Attributes {
  readonly alt?: string;
  readonly 'aria-hidden'?: string;
  readonly 'aria-label'?: string;
  readonly class?: string;
  readonly controls?: true;
  readonly 'data-animated'?: string;
  readonly 'data-code-language'?: string;
  readonly 'data-original-content-type'?: string;
  readonly 'data-original-dimensions'?: string;
  readonly 'data-original-src'?: string;
  readonly 'data-stream-id'?: string;
  readonly 'data-transcoded-image'?: string;
  readonly 'data-user-group-id'?: string;
  readonly 'data-user-id'?: string;
  readonly datetime?: string;
  readonly href?: string;
  readonly preload?: string;
  readonly role?: string;
  readonly src?: string;
  readonly start?: string;
  readonly style?: string;
  readonly title?: string;
}

/** A start tag. Attribute values are escaped and double-quoted here and nowhere else. */
export function startTag(tag: Tag, attributes: Attributes = {}): string {
  let html = `<${tag}`;
  for (const name in attributes) {
    const value = attributes[name as keyof Attributes];
    if (value === true) html += ` ${name}`;
    else if (value !== undefined) html += ` ${name}="${escapeAttribute(value)}"`;
  }
  return `${html}>`;
}
