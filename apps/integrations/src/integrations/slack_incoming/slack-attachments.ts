import { link } from '../../incoming-webhooks/text/markdown.js';
import { bold, time } from '../../incoming-webhooks/text/phrases.js';
import { image, joined, renderBlocks } from './slack-blocks.js';
import type { Attachment, Field } from './slack-incoming.payload.js';
import { toMarkdown } from './slack-markup.js';

/** Slack's older form of a message; its parts may all be missing. */
export function renderAttachment(attachment: Attachment): string {
  const { title, titleLink, pretext, text, fields = [], blocks, imageUrl, footer, ts } = attachment;
  const pieces = [
    title ? `## ${link(title, titleLink)}` : '',
    toMarkdown(pretext ?? ''),
    toMarkdown(text ?? ''),
    fields.map(field).join('\n'),
    ...renderBlocks(blocks),
    image(imageUrl, undefined),
    toMarkdown(footer ?? ''),
    time(ts) ?? '',
  ];
  return joined(pieces, '\n\n');
}

function field({ title, value }: Field): string {
  const text = toMarkdown(value ?? '');
  if (!title) return text;
  return text ? `${bold(title)}: ${text}` : bold(title);
}
