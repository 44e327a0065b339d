import type { RenderContext } from './render-context.js';
import { renderMessage } from './render-message.js';

/** Context of a text outside messages. */
export type DescriptionContext = Pick<RenderContext, 'realmUrl' | 'linkifiers' | 'realmEmoji'>;

/** HTML of the description of a stream: the dialect of messages without mentions, links to streams and pictures. */
export function renderStreamDescription(source: string, context: DescriptionContext): string {
  const { realmUrl, linkifiers, realmEmoji } = context;
  return renderMessage(source, { realmUrl, linkifiers, realmEmoji, wildcardMentions: false }).html;
}

/** HTML of a custom profile field with Markdown; the dialect of descriptions. */
export const renderProfileValue = renderStreamDescription;
