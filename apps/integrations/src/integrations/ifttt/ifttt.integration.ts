import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { anomalousPayload } from '../../incoming-webhooks/webhook-errors.js';
import { Action } from './ifttt.payload.js';

class Message {
  @Text() topic = '';
  @Text() content = '';
}

export default {
  name: 'ifttt',
  displayName: 'IFTTT',
  eventTypes: [],
  verification: { kind: 'bearer' },
  messagesOf({ body }) {
    const { topic, subject, content } = readPayload(Action, body);
    const given = { topic: topic ?? subject, content };
    if (typeof given.topic !== 'string' || typeof given.content !== 'string') throw anomalousPayload('ifttt');
    const message = readPayload(Message, given);
    if (message.topic === '' || message.content === '') throw anomalousPayload('ifttt');
    return [{ topic: message.topic, content: message.content }];
  },
} satisfies Integration;
