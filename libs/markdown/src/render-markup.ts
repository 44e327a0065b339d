import type { Token } from 'markdown-it';
import { attributesOf } from './inline/tokens.js';
import { parse } from './parser.js';
import { insertPreviews, isPicturePreview } from './previews/link-previews.js';
import type { RenderContext } from './render-context.js';
import { RenderState } from './render-state.js';
import type { RenderedMessage } from './rendered-message.js';
import { uploadPath } from './uploads/upload-path.js';
import { writeHtml } from './write-html.js';

/** Renders a text that may have markup, for `renderMessage`. */
export function renderMarkup(source: string, context: RenderContext): RenderedMessage {
  const render = new RenderState(context);
  let tokens = parse(source.toWellFormed(), render);
  const { hasLink, attachmentPaths } = collectLinks(tokens, render);
  if (hasLink && context.inlineImagePreview === true) tokens = insertPreviews(tokens, render);
  const html = writeHtml(tokens);
  return {
    html,
    mentionedUserIds: [...render.mentionedUserIds],
    mentionedGroupIds: [...render.mentionedGroupIds],
    wildcardMentioned: render.wildcardMentioned,
    linkedStreamIds: [...render.linkedStreamIds],
    hasLink,
    hasImage: render.hasEmbeddedPicture || tokens.some(isPicturePreview),
    hasAttachment: attachmentPaths.length > 0,
    attachmentPaths,
    isMeMessage: source.startsWith('/me '),
  };
}

function collectLinks(tokens: readonly Token[], render: RenderState): { hasLink: boolean; attachmentPaths: string[] } {
  let hasLink = false;
  const paths = new Set(render.embeddedPaths);
  for (const block of tokens) {
    for (const token of block.children ?? []) {
      if (token.type !== 'link_open' && token.tag !== 'a') continue;
      hasLink = true;
      const path = uploadPath(attributesOf(token).href ?? '', render.context.realmUrl);
      if (path !== undefined) paths.add(path);
    }
  }
  return { hasLink, attachmentPaths: [...paths] };
}
