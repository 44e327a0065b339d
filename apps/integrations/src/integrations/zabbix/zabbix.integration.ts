import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { BAD, GOOD } from '../../incoming-webhooks/text/phrases.js';
import { Alert } from './zabbix.payload.js';

const GOOD_STATES = new Set(['OK', 'RESOLVED']);

export default {
  name: 'zabbix',
  displayName: 'Zabbix',
  eventTypes: ['alert'],
  verification: { kind: 'bearer' },
  messagesOf({ body }) {
    const { hostname, severity, status, item, trigger, link: address } = readPayload(Alert, body);
    const emoji = GOOD_STATES.has(status.toUpperCase()) ? GOOD : BAD;
    const content = [
      `${emoji} **${plain(status)}** (${plain(severity)}) on ${link(hostname, address)}:`,
      `* trigger: ${plain(trigger)}`,
      `* item: ${plain(item)}`,
    ];
    return [{ topic: hostname, content: content.join('\n'), eventType: 'alert' }];
  },
} satisfies Integration;
