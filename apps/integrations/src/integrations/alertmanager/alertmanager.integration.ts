import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { BAD, bold, GOOD } from '../../incoming-webhooks/text/phrases.js';
import { anomalousPayload } from '../../incoming-webhooks/webhook-errors.js';
import { type Alert, Notification } from './alertmanager.payload.js';

/** In the order of their messages. */
const HEADINGS = new Map([
  ['firing', `${BAD} **FIRING**`],
  ['resolved', `${GOOD} **Resolved**`],
]);

export default {
  name: 'alertmanager',
  displayName: 'Prometheus Alertmanager',
  eventTypes: [...HEADINGS.keys()],
  parameters: [
    { name: 'name', description: 'Label or annotation that is the topic. Default: `instance`.' },
    { name: 'desc', description: 'Label or annotation that is the text of an alert. Default: `alertname`.' },
  ],
  verification: { kind: 'bearer' },
  deliveryIdOf({ body }) {
    const { groupKey, alerts } = readPayload(Notification, body);
    return (
      groupKey &&
      [groupKey, ...alerts.map((alert) => `${alert.fingerprint} ${alert.status} ${alert.startsAt}`)].join('\n')
    );
  },
  messagesOf({ body, parameter, hasOwnTopic }) {
    const { alerts } = readPayload(Notification, body);
    if (alerts.some(({ status = '' }) => !HEADINGS.has(status))) throw anomalousPayload('alertmanager');
    const topicOf = (alert: Alert) => fieldOf(alert, parameter('name') ?? 'instance');
    const textOf = (alert: Alert) => describe(alert, parameter('desc') ?? 'alertname');

    return [...groupsOf(alerts, topicOf)].flatMap(([topic, ofTopic]) =>
      [...HEADINGS].flatMap(([status, heading]) => {
        const texts = ofTopic.filter((alert) => alert.status === status).map(textOf);
        const subject = hasOwnTopic ? `${heading} ${bold(topic)}` : heading;
        return texts.length === 0 ? [] : [message(topic, status, subject, texts)];
      }),
    );
  },
} satisfies Integration;

function groupsOf(alerts: readonly Alert[], topicOf: (alert: Alert) => string): ReadonlyMap<string, Alert[]> {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const topic = topicOf(alert);
    const group = groups.get(topic);
    if (group === undefined) groups.set(topic, [alert]);
    else group.push(alert);
  }
  return groups;
}

function message(topic: string, eventType: string, heading: string, texts: readonly string[]): WebhookMessage {
  const content =
    texts.length === 1 ? `${heading} ${texts[0]}` : `${heading}\n${texts.map((text) => `* ${text}`).join('\n')}`;
  return { topic, eventType, content };
}

function fieldOf({ labels, annotations }: Alert, field: string): string {
  return labels?.get(field) || annotations?.get(field) || `<missing field: ${field}>`;
}

/** The graph of an alert opens on the tab 0; tab 1 has only the console. */
function describe(alert: Alert, field: string): string {
  const text = plain(fieldOf(alert, field));
  if (!alert.generatorUrl) return text;
  return `${text} (${link('graph', alert.generatorUrl.replace('tab=1', 'tab=0'))})`;
}
