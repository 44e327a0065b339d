import type { Integration } from '../../incoming-webhooks/integration.js';
import { jsonMessage } from '../../incoming-webhooks/text/json-message.js';

/** With templates of the bot, the core renders them instead. */
export default {
  name: 'json',
  displayName: 'JSON',
  eventTypes: [],
  verification: { kind: 'standard-webhooks' },
  deliveryIdHeaders: ['webhook-id'],
  usesTemplates: true,
  messagesOf: ({ body }) => [jsonMessage(body)],
} satisfies Integration;
