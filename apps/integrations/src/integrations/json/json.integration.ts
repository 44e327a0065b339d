import type { Integration } from '../../incoming-webhooks/integration.js';
import { block } from '../../incoming-webhooks/text/markdown.js';

export default {
  name: 'json',
  displayName: 'JSON',
  eventTypes: [],
  verification: { kind: 'standard-webhooks' },
  deliveryIdHeaders: ['webhook-id'],
  messagesOf({ body }) {
    return [{ topic: 'JSON', content: block('json', JSON.stringify(body, null, 2)) }];
  },
} satisfies Integration;
