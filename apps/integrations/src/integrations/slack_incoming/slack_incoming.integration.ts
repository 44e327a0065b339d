import { missingParameter } from '@chat/contracts';
import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { parseJsonText } from '../../incoming-webhooks/payload/json-text.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { renderAttachment } from './slack-attachments.js';
import { joined, renderBlocks } from './slack-blocks.js';
import { Form, SlackMessage } from './slack-incoming.payload.js';
import { toMarkdown } from './slack-markup.js';

export default {
  name: 'slack_incoming',
  displayName: 'Slack-compatible webhooks',
  eventTypes: [],
  body: 'json-or-form',
  headers: ['content-type'],
  verification: { kind: 'bearer' },
  messagesOf(request) {
    const message = readPayload(SlackMessage, payloadOf(request));
    const content = contentOf(message);
    const topic = message.channel?.replace(/^[#@]/, '') || '(no topic)';
    return content === '' ? [] : [{ topic, content }];
  },
} satisfies Integration;

/** JSON as the body, or as the field `payload` of a form. */
function payloadOf(request: WebhookRequest): unknown {
  const isForm = !request.header('content-type')?.includes('json');
  const form = readPayload(Form, request.body);
  const payload = form.payload ?? request.parameter('payload');
  if (isForm && payload !== undefined) return parseJsonText(payload);
  if (isForm && Object.keys(request.body as object).length === 0) throw missingParameter('payload');
  return request.body;
}

/** The text counts only for messages without blocks and attachments. */
function contentOf({ blocks, attachments = [], text, iconEmoji }: SlackMessage): string {
  const pieces = joined([...renderBlocks(blocks), ...attachments.map(renderAttachment)], '\n\n');
  if (pieces !== '' || !text) return pieces;
  return joined([iconEmoji ?? '', toMarkdown(text)], ' ');
}
