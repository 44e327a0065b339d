import type { Token } from 'markdown-it';
import { wellFormed } from './html/escape.js';
import { attributesOf } from './inline/tokens.js';
import { parse } from './parser.js';
import { insertImagePreviews } from './previews/image-previews.js';
import type { RenderContext } from './render-context.js';
import { RenderState } from './render-state.js';
import type { RenderedMessage } from './rendered-message.js';
import { writeHtml } from './write-html.js';

/** Renders a text that may have markup, for `renderMessage`. */
export function renderMarkup(source: string, context: RenderContext): RenderedMessage {
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
