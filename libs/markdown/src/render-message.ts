import type { Token } from 'markdown-it';
import { escapeText, wellFormed } from './html/escape.js';
import { attributesOf } from './inline/tokens.js';
import { MAX_SOURCE_LENGTH } from './limits.js';
import { countApplicable } from './links/linkifiers.js';
import { parse } from './parser.js';
import { insertImagePreviews } from './previews/image-previews.js';
import type { RenderContext } from './render-context.js';
import { RenderError } from './render-errors.js';
import { RenderState } from './render-state.js';
import { writeHtml } from './write-html.js';

/**
 * Number of the HTML format, stored with each rendered message and shown in its edit history. Raise it when the same
 * source gives other HTML, so that stored HTML of older rules can be recognized and rendered again.
 */
export const RENDER_VERSION = 2;

/** The HTML of a message and its references. Plain data. */
export interface RenderedMessage {
  readonly html: string;
  /** Users mentioned aloud: not silently, and not inside a quote. Ids and paths in these lists are distinct. */
  readonly mentionedUserIds: readonly number[];
  /** Groups mentioned aloud. */
  readonly mentionedGroupIds: readonly number[];
  /** Whether `@**all**`, `@**everyone**` or `@**stream**` is mentioned aloud. */
  readonly wildcardMentioned: boolean;
  readonly linkedStreamIds: readonly number[];
  readonly hasLink: boolean;
  /** Whether the HTML shows an image preview. */
  readonly hasImage: boolean;
  /** Whether an uploaded file is linked. */
  readonly hasAttachment: boolean;
  /** Linked uploads, as the part of the address after `/user_uploads/`. */
  readonly attachmentPaths: readonly string[];
  /** Whether the message is an action of its sender (`/me waves`). */
  readonly isMeMessage: boolean;
}

/** One line of letters, digits and harmless punctuation, in which nothing can be markup, a link or an emoji. */
const PLAIN =
  /^(?!\d+\.\s|-|\+|=|_)[\p{L}\p{N}'"?!,%=/)\]}{+_-](?:[\p{L}\p{N}'"?!,%=/)\]}{+_ -]|\.(?![\p{L}\p{N}]))*$/u;

/**
 * Renders a message: pure and synchronous, without I/O. Throws `RenderError` if a limit of `limits.ts` makes the text
 * unacceptable. The limits bound the time; for a bound in seconds use `RenderWorkerPool`.
 */
export function renderMessage(source: string, context: RenderContext): RenderedMessage {
  if (source.length > MAX_SOURCE_LENGTH) {
    throw new RenderError(`The text is longer than ${MAX_SOURCE_LENGTH} characters.`);
  }
  if (isPlain(source, context)) return { ...NOTHING, html: `<p>${escapeText(source.trim())}</p>` };
  const render = new RenderState(context);
  let tokens = parse(wellFormed(source), render);
  const { hasLink, attachmentPaths } = collectLinks(tokens, context.realmUrl);
  if (hasLink && context.inlineImagePreview === true) tokens = insertImagePreviews(tokens);
  const html = writeHtml(tokens);
  return {
    html,
    mentionedUserIds: [...render.mentionedUserIds],
    mentionedGroupIds: [...render.mentionedGroupIds],
    wildcardMentioned: render.wildcardMentioned,
    linkedStreamIds: [...render.linkedStreamIds],
    hasLink,
    hasImage: tokens.some((token) => token.type === 'image_preview'),
    hasAttachment: attachmentPaths.length > 0,
    attachmentPaths,
    isMeMessage: source.startsWith('/me '),
  };
}

const NONE: readonly never[] = Object.freeze([]);
const NOTHING: RenderedMessage = {
  html: '',
  mentionedUserIds: NONE,
  mentionedGroupIds: NONE,
  wildcardMentioned: false,
  linkedStreamIds: NONE,
  hasLink: false,
  hasImage: false,
  hasAttachment: false,
  attachmentPaths: NONE,
  isMeMessage: false,
};

/** Most messages are a short plain sentence; they need no parser. */
function isPlain(source: string, context: RenderContext): boolean {
  return PLAIN.test(source) && !source.startsWith('/me ') && countApplicable(source, context.linkifiers ?? []) === 0;
}

const UPLOAD = /^\/?user_uploads\/([^?#]+)/;

function collectLinks(tokens: readonly Token[], realmUrl: string): { hasLink: boolean; attachmentPaths: string[] } {
  let hasLink = false;
  const paths = new Set<string>();
  for (const block of tokens) {
    for (const token of block.children ?? []) {
      if (token.type !== 'link_open' && token.tag !== 'a') continue;
      hasLink = true;
      const { href = '' } = attributesOf(token);
      const path = UPLOAD.exec(href.startsWith(`${realmUrl}/`) ? href.slice(realmUrl.length) : href)?.[1];
      if (path !== undefined) paths.add(path);
    }
  }
  return { hasLink, attachmentPaths: [...paths] };
}

/** Context of a text outside messages. */
export type DescriptionContext = Pick<RenderContext, 'realmUrl' | 'linkifiers' | 'realmEmoji'>;

/** HTML of the description of a stream: the dialect of messages without mentions, links to streams and pictures. */
export function renderStreamDescription(source: string, context: DescriptionContext): string {
  const { realmUrl, linkifiers, realmEmoji } = context;
  return renderMessage(source, { realmUrl, linkifiers, realmEmoji, wildcardMentions: false }).html;
}

/** HTML of a custom profile field with Markdown; the dialect of descriptions. */
export const renderProfileValue = renderStreamDescription;
