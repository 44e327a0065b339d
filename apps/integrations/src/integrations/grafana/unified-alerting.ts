import type { WebhookMessage } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, plain, quote } from '../../incoming-webhooks/text/markdown.js';
import { BAD, bold, bullet, GOOD, lines, present, time } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { type Alert, Notification } from './grafana.payload.js';

const STATES = new Map([
  ['firing', `${BAD} **FIRING**`],
  ['resolved', `${GOOD} **RESOLVED**`],
]);

/** The end of an alert that still fires. */
const NO_TIME = '0001-';

export function unifiedMessage(body: unknown): WebhookMessage {
  const { status, message, alerts } = readPayload(Notification, body);
  const heading = STATES.get(status);
  if (heading === undefined) throw unsupportedEvent('grafana', status);
  const parts = present([heading, message?.trim() ? quote(message) : undefined, ...alerts.map(describe)]);
  return { topic: `[${status.toUpperCase()}:${alerts.length}]`, content: parts.join('\n\n'), eventType: status };
}

function describe(alert: Alert, index: number): string {
  const { labels, annotations, values, valueString, startsAt, endsAt } = alert;
  const fired = startsAt?.startsWith(NO_TIME) ? undefined : time(startsAt);
  const resolved = endsAt?.startsWith(NO_TIME) ? undefined : time(endsAt);
  return lines(
    `**${index + 1}.** ${bold(labels?.get('alertname') ?? 'Alert')}`,
    bullet('fired', fired),
    bullet('resolved', resolved),
    list('labels', labels),
    list('annotations', annotations),
    list('values', values) ?? bullet('values', valueString && plain(valueString)),
    bullet('links', linksOf(alert)),
  );
}

function list(label: string, entries: ReadonlyMap<string, string> | undefined): string | undefined {
  if (entries === undefined || entries.size === 0) return undefined;
  return lines(`* ${label}:`, ...[...entries].map(([name, value]) => `  * ${plain(name)}: ${plain(value)}`));
}

function linksOf(alert: Alert): string {
  const links: readonly (readonly [string, string | undefined])[] = [
    ['rule', alert.generatorUrl],
    ['silence', alert.silenceUrl],
    ['dashboard', alert.dashboardUrl],
    ['panel', alert.panelUrl],
    ['picture', alert.imageUrl],
    ['runbook', alert.annotations?.get('runbook_url')],
  ];
  return links.flatMap(([label, address]) => (address ? [link(label, address)] : [])).join(', ');
}
