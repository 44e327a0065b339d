import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { AnyAlerting } from './grafana.payload.js';
import { legacyMessage } from './legacy-alerting.js';
import { unifiedMessage } from './unified-alerting.js';

export default {
  name: 'grafana',
  displayName: 'Grafana',
  eventTypes: ['alerting', 'ok', 'no_data', 'paused', 'pending', 'firing', 'resolved'],
  verification: { kind: 'bearer' },
  messagesOf({ body }) {
    const { alerts } = readPayload(AnyAlerting, body);
    return [alerts === undefined ? legacyMessage(body) : unifiedMessage(body)];
  },
} satisfies Integration;
