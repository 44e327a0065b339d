import type { Token } from 'markdown-it';
import { escapeText } from './html/escape.js';
import { attributesOf } from './inline/element-token.js';
import { MAX_SOURCE_LENGTH } from './limits.js';
import { countApplicable } from './links/linkifiers.js';
import { parse } from './parser.js';
import { insertImagePreviews } from './previews/image-previews.js';
import type { RenderContext } from './render-context.js';
import { RenderError } from './render-error.js';
import { RenderState } from './render-state.js';
import type { RenderedMessage } from './rendered-message.js';
import { wellFormed } from './well-formed.js';
import { writeHtml } from './write-html.js';

/** One line of letters, digits and harmless punctuation, in which nothing can be markup, a link or an emoji. */
const PLAIN =
  /^(?!\d+\.\s|-|\+|=|_)[\p{L}\p{N}'"?!,%=/)\]}{+_-](?:[\p{L}\p{N}'"?!,%=/)\]}{+_ -]|\.(?![\p{L}\p{N}]))*$/u;

/**
 * Renders a message: pure and synchronous, without I/O. Throws `RenderError` when a bound of `limits.ts` makes the
 * text unacceptable. The time it takes is bounded by the limits; for a bound in seconds use `RenderWorkerPool`.
 */
export function renderMessage(source: string, context: RenderContext): RenderedMessage {
  if (source.length > MAX_SOURCE_LENGTH) {
    throw new RenderError(`The text is longer than ${MAX_SOURCE_LENGTH} characters.`);
  }
  if (isPlain(source, context)) {
    return { ...NOTHING, html: `<p>${escapeText(source.trim())}</p>` };
  }
  const render = new RenderState(context);
  let tokens = parse(wellFormed(source), render);
  const { hasLink, attachmentPaths } = collectLinks(tokens, context.realmUrl);
  if (hasLink && context.inlineImagePreview === true) {
    tokens = insertImagePreviews(tokens);
  }
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
      if (token.type !== 'link_open' && token.tag !== 'a') {
        continue;
      }
      hasLink = true;
      const href = attributesOf(token)?.find(([name]) => name === 'href')?.[1] ?? '';
      const path = UPLOAD.exec(href.startsWith(`${realmUrl}/`) ? href.slice(realmUrl.length) : href)?.[1];
      if (path !== undefined) {
        paths.add(path);
      }
    }
  }
  return { hasLink, attachmentPaths: [...paths] };
}
