import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { legacyMessage } from './legacy-alerting.js';
import { unifiedMessage } from './unified-alerting.js';

export default {
  name: 'grafana',
  displayName: 'Grafana',
  eventTypes: ['alerting', 'ok', 'no_data', 'paused', 'pending', 'firing', 'resolved'],
  verification: { kind: 'bearer' },
  messagesOf({ body }) {
    const isUnified = Object.hasOwn(readPayload(Object, body) && (body as object), 'alerts');
    return [isUnified ? unifiedMessage(body) : legacyMessage(body)];
  },
} satisfies Integration;
