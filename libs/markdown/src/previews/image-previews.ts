import type { Token } from 'markdown-it';
import type { Attributes } from '../html/element.js';
import { attributesOf } from '../inline/element-token.js';
import { MAX_PREVIEWED_LINKS } from '../limits.js';
import { imageAddress } from './image-address.js';

/** A picture to be shown for a link. `src` is an address where the link leads: the server fetches nothing. */
export interface ImagePreview {
  readonly href: string;
  readonly src: string;
  /** Text of the link when it is not just the address. */
  readonly title: string | undefined;
}

interface FoundUrl {
  readonly href: string;
  readonly text: string;
  readonly isBare: boolean;
}

/**
 * Puts `image_preview` tokens behind the paragraphs, or inside the list items, whose links lead to images. Each
 * address is shown once; nothing is shown inside quotes, nor in a message with more than `MAX_PREVIEWED_LINKS`
 * addresses. A paragraph that is nothing but the address gives way to its picture.
 */
export function insertImagePreviews(tokens: readonly Token[]): Token[] {
  const addresses = new Set<string>();
  let hasImage = false;
  forEachInline(tokens, (inline, isQuoted) => {
    if (!isQuoted) {
      for (const url of urlsIn(inline)) {
        addresses.add(url.href);
        hasImage ||= imageAddress(url.href) !== null;
      }
    }
  });
  if (!hasImage || addresses.size > MAX_PREVIEWED_LINKS) {
    return [...tokens];
  }
  const shown = new Set<string>();
  const result: Token[] = [];
  /** Pictures waiting for the end of the list items around the current token. */
  const items: ImagePreview[][] = [];
  const trailing: ImagePreview[] = [];
  let quotes = 0;
  const push = (preview: ImagePreview): void => {
    result.push(previewToken(tokens, preview));
  };
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.type === 'blockquote_open') {
      quotes++;
    } else if (token.type === 'blockquote_close') {
      quotes--;
    } else if (token.type === 'list_item_open') {
      items.push([]);
    } else if (token.type === 'list_item_close') {
      for (const preview of items.pop() ?? []) {
        push(preview);
      }
    }
    if (token.type !== 'inline' || quotes > 0) {
      result.push(token);
      continue;
    }
    const previews = previewsOf(token, shown);
    const opening = tokens[index - 1];
    if (previews.length === 0 || opening?.type !== 'paragraph_open') {
      result.push(token);
      trailing.push(...previews);
    } else if (opening.hidden) {
      if (!isOnlyAddress(token)) {
        result.push(token);
      }
      (items.at(-1) ?? trailing).push(...previews);
    } else {
      const close = tokens[++index] as Token;
      if (isOnlyAddress(token)) {
        result.pop();
      } else {
        result.push(token, close);
      }
      previews.forEach(push);
    }
  }
  trailing.forEach(push);
  return result;
}

/** A token of the parser's own class, which the module does not export. */
function previewToken(tokens: readonly Token[], preview: ImagePreview): Token {
  const TokenClass = tokens[0]?.constructor as new (type: string, tag: string, nesting: 0) => Token;
  const token = new TokenClass('image_preview', 'div', 0);
  token.meta = { preview };
  return token;
}

function previewsOf(inline: Token, shown: Set<string>): ImagePreview[] {
  const previews: ImagePreview[] = [];
  for (const { href, text, isBare } of urlsIn(inline)) {
    const image = imageAddress(href);
    if (image !== null && !shown.has(href)) {
      shown.add(href);
      previews.push({ ...image, title: isBare || text === href || image.href !== href ? undefined : text });
    }
  }
  return previews;
}

/** Whether a text is one bare link, so that showing it beside its picture would say nothing more. */
function isOnlyAddress(inline: Token): boolean {
  const children = inline.children ?? [];
  return children.length === 3 && children[0]?.type === 'link_open' && children[0].meta?.['isBare'] === true;
}

function urlsIn(inline: Token): FoundUrl[] {
  const urls: FoundUrl[] = [];
  const children = inline.children ?? [];
  for (let index = 0; index < children.length; index++) {
    const open = children[index];
    if (open?.type !== 'link_open') {
      continue;
    }
    let text = '';
    while (children[index]?.type !== 'link_close' && index < children.length) {
      text += children[index]?.content ?? '';
      index++;
    }
    urls.push({ href: hrefOf(attributesOf(open)), text, isBare: open.meta?.['isBare'] === true });
  }
  return urls;
}

function hrefOf(attributes: Attributes | undefined): string {
  return attributes?.find(([name]) => name === 'href')?.[1] ?? '';
}

/** Visits the inline texts and says whether each is inside a quote. */
export function forEachInline(tokens: readonly Token[], visit: (inline: Token, isQuoted: boolean) => void): void {
  let quotes = 0;
  for (const token of tokens) {
    if (token.type === 'blockquote_open') {
      quotes++;
    } else if (token.type === 'blockquote_close') {
      quotes--;
    } else if (token.type === 'inline') {
      visit(token, quotes > 0);
    }
  }
}
