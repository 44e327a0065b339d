import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { anomalousPayload } from '../../incoming-webhooks/webhook-errors.js';
import { Action } from './zapier.payload.js';

export default {
  name: 'zapier',
  displayName: 'Zapier',
  eventTypes: [],
  verification: { kind: 'bearer' },
  asksForCaller: ({ body }) => readPayload(Action, body).type === 'auth',
  messagesOf({ body }) {
    const { topic: given, subject, content } = readPayload(Action, body);
    const topic = given ?? subject;
    if (!topic || !content) throw anomalousPayload('zapier');
    return [{ topic, content }];
  },
} satisfies Integration;
