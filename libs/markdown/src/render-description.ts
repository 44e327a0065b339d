import type { RenderContext } from './render-context.js';
import { renderMessage } from './render-message.js';

/** What a text needs that belongs to no message. */
export type DescriptionContext = Pick<RenderContext, 'realmUrl' | 'linkifiers' | 'realmEmoji'>;

/** HTML of the description of a stream: the dialect of messages without mentions, links to streams and pictures. */
export function renderStreamDescription(source: string, context: DescriptionContext): string {
  return renderAlone(source, context);
}

/** HTML of a custom profile field of a Markdown-capable type; as for descriptions. */
export function renderProfileValue(source: string, context: DescriptionContext): string {
  return renderAlone(source, context);
}

function renderAlone(source: string, { realmUrl, linkifiers, realmEmoji }: DescriptionContext): string {
  return renderMessage(source, {
    realmUrl,
    wildcardMentions: false,
    inlineImagePreview: false,
    ...(linkifiers === undefined ? {} : { linkifiers }),
    ...(realmEmoji === undefined ? {} : { realmEmoji }),
  }).html;
}
