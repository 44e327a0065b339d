import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { renderAttachment } from './slack-attachments.js';
import { joined, renderBlocks } from './slack-blocks.js';
import { SlackMessage } from './slack-incoming.payload.js';
import { toMarkdown } from './slack-markup.js';

export default {
  name: 'slack_incoming',
  displayName: 'Slack-compatible webhooks',
  eventTypes: [],
  body: 'json-or-form',
  verification: { kind: 'bearer' },
  messagesOf({ body }) {
    const message = readPayload(SlackMessage, body);
    const content = contentOf(message);
    const topic = message.channel?.replace(/^[#@]/, '') || '(no topic)';
    return content === '' ? [] : [{ topic, content }];
  },
} satisfies Integration;

/** The text counts only for messages without blocks and attachments. */
function contentOf({ blocks, attachments = [], text, iconEmoji }: SlackMessage): string {
  const pieces = joined([...renderBlocks(blocks), ...attachments.map(renderAttachment)], '\n\n');
  if (pieces !== '' || !text) return pieces;
  return joined([iconEmoji ?? '', toMarkdown(text)], ' ');
}
