import type { Token } from 'markdown-it';
import type { Attributes } from '../html/element.js';
import { attributesOf } from '../inline/tokens.js';
import { MAX_PREVIEWED_LINKS } from '../limits.js';
import type { RenderState } from '../render-state.js';
import { filmOf, pictureOf } from '../uploads/file-previews.js';
import { uploadPath } from '../uploads/upload-path.js';

/** A picture or film, and the target of a click on it. The server fetches neither. */
interface ShownMedia {
  readonly href: string;
  readonly kind: 'picture' | 'film';
  /** Attributes of the picture or film. */
  readonly media: Attributes;
}

/** A picture or film to be shown for a link. */
export interface LinkPreview extends ShownMedia {
  /** Text of the link if it differs from the address. */
  readonly title: string | undefined;
}

interface FoundUrl {
  readonly href: string;
  readonly text: string;
  readonly isBare: boolean;
}

/**
 * Adds `link_preview` tokens for links to pictures and films: after their paragraph, or inside their list item. Each address is
 * shown once; nothing is shown inside quotes, nor in a message with more than `MAX_PREVIEWED_LINKS` addresses. The
 * picture replaces a paragraph that consists of its address.
 */
export function insertPreviews(tokens: readonly Token[], render: RenderState): Token[] {
  return mayHavePreviews(tokens, render) ? new PreviewWriter(tokens, render).write() : [...tokens];
}

/** Whether a token is the preview of a picture. */
export const isPicturePreview = ({ type, meta }: Token): boolean => {
  const preview = meta?.['preview'] as LinkPreview | undefined;
  return type === 'link_preview' && preview?.kind === 'picture';
};

function mayHavePreviews(tokens: readonly Token[], render: RenderState): boolean {
  const addresses = new Set<string>();
  forEachInline(tokens, (inline, isQuoted) => {
    for (const url of isQuoted ? [] : urlsIn(inline)) addresses.add(url.href);
  });
  return addresses.size <= MAX_PREVIEWED_LINKS && [...addresses].some((href) => mediaOf(href, render) !== null);
}

/** Writes the tokens anew with the previews among them. */
class PreviewWriter {
  private readonly result: Token[] = [];
  private readonly shown = new Set<string>();
  /** Previews to be written at the end of each list item around the current token, and at the end of the message. */
  private readonly endOfItems: LinkPreview[][] = [];
  private readonly endOfMessage: LinkPreview[] = [];
  private quotes = 0;
  private index = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly render: RenderState,
  ) {}

  write(): Token[] {
    for (; this.index < this.tokens.length; this.index++) {
      const token = this.tokens[this.index] as Token;
      this.enterOrLeave(token);
      if (token.type === 'inline' && this.quotes === 0) this.writeText(token);
      else this.result.push(token);
    }
    this.writePreviews(this.endOfMessage);
    return this.result;
  }

  private enterOrLeave({ type }: Token): void {
    if (type === 'blockquote_open') this.quotes++;
    else if (type === 'blockquote_close') this.quotes--;
    else if (type === 'list_item_open') this.endOfItems.push([]);
    else if (type === 'list_item_close') this.writePreviews(this.endOfItems.pop() ?? []);
  }

  private writeText(text: Token): void {
    const previews = previewsOf(text, this.shown, this.render);
    const opening = this.tokens[this.index - 1];
    if (previews.length === 0 || opening?.type !== 'paragraph_open') {
      this.result.push(text);
      this.endOfMessage.push(...previews);
    } else if (opening.hidden) {
      this.writeTightText(text, previews);
    } else {
      this.writeParagraph(text, previews);
    }
  }

  /** Writes the text of a list item without paragraphs. */
  private writeTightText(text: Token, previews: readonly LinkPreview[]): void {
    if (!isOnlyAddress(text)) this.result.push(text);
    (this.endOfItems.at(-1) ?? this.endOfMessage).push(...previews);
  }

  /** Writes the text and the end of a paragraph, or removes its beginning if the previews replace it. */
  private writeParagraph(text: Token, previews: readonly LinkPreview[]): void {
    const close = this.tokens[++this.index] as Token;
    if (isOnlyAddress(text)) this.result.pop();
    else this.result.push(text, close);
    this.writePreviews(previews);
  }

  private writePreviews(previews: readonly LinkPreview[]): void {
    for (const preview of previews) this.result.push(previewToken(this.tokens, preview));
  }
}

/** A token of the parser's own class, which the module does not export. */
function previewToken(tokens: readonly Token[], preview: LinkPreview): Token {
  const TokenClass = tokens[0]?.constructor as new (type: string, tag: string, nesting: 0) => Token;
  const token = new TokenClass('link_preview', 'div', 0);
  token.meta = { preview };
  return token;
}

function previewsOf(inline: Token, shown: Set<string>, render: RenderState): LinkPreview[] {
  const previews: LinkPreview[] = [];
  for (const { href, text, isBare } of urlsIn(inline)) {
    const shownMedia = mediaOf(href, render);
    if (shownMedia !== null && !shown.has(href)) {
      shown.add(href);
      previews.push({ ...shownMedia, title: isBare || text === href || shownMedia.href !== href ? undefined : text });
    }
  }
  return previews;
}

/** Whether a text is one bare link, which would add nothing to its picture. */
function isOnlyAddress(inline: Token): boolean {
  const children = inline.children ?? [];
  return children.length === 3 && children[0]?.type === 'link_open' && children[0].meta?.['isBare'] === true;
}

function urlsIn(inline: Token): FoundUrl[] {
  const urls: FoundUrl[] = [];
  const children = inline.children ?? [];
  for (let index = 0; index < children.length; index++) {
    const open = children[index];
    if (open?.type !== 'link_open') continue;
    let text = '';
    while (children[index]?.type !== 'link_close' && index < children.length) {
      text += children[index]?.content ?? '';
      index++;
    }
    urls.push({ href: attributesOf(open).href ?? '', text, isBare: open.meta?.['isBare'] === true });
  }
  return urls;
}

const IMAGE = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const ADDRESS = /^(https?:\/\/)([^/?#]+)([^?#]*)(.*)$/i;

/** The picture or film that a link shows; null for none. Facts about its content decide for an uploaded file. */
function mediaOf(href: string, render: RenderState): ShownMedia | null {
  if (uploadPath(href, render.context.realmUrl) === undefined) return imageElsewhere(href);
  const file = render.fileOf(href);
  const picture = file && pictureOf(file);
  if (picture !== undefined) return { href, kind: 'picture', media: picture };
  const film = file && filmOf(file);
  return film === undefined ? null : { href, kind: 'film', media: film };
}

/**
 * The image behind a link to another site, judged by its address alone; null for other links. Some sites serve a page about the image
 * under its name: for these sites the address of the image itself is derived.
 */
function imageElsewhere(href: string): ShownMedia | null {
  const [, scheme, host, path = '', rest] = ADDRESS.exec(href) ?? [];
  if (scheme === undefined || host === undefined || !IMAGE.test(path)) return null;
  if (host === 'pasteboard.co') return null;
  if (isSite(host, 'wikipedia.org')) {
    const file = `${scheme}${host}${path.replace('/wiki/File:', '/wiki/Special:FilePath/File:')}${rest}`;
    return image(file, file);
  }
  if (isSite(host, 'dropbox.com') && path.startsWith('/s/')) return image(href, `${scheme}${host}${path}?raw=1`);
  const [, owner, repository, kind, ...file] = path.split('/');
  return host === 'github.com' && kind === 'blob'
    ? image(href, `https://raw.githubusercontent.com/${[owner, repository, ...file].join('/')}`)
    : image(href, href);
}

const image = (href: string, src: string): ShownMedia => ({ href, kind: 'picture', media: { src } });

const isSite = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);

/** Visits the inline texts; `isQuoted` tells whether a text is inside a quote. */
export function forEachInline(tokens: readonly Token[], visit: (inline: Token, isQuoted: boolean) => void): void {
  let quotes = 0;
  for (const token of tokens) {
    if (token.type === 'blockquote_open') quotes++;
    else if (token.type === 'blockquote_close') quotes--;
    else if (token.type === 'inline') visit(token, quotes > 0);
  }
}
