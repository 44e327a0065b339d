import type { WebhookMessage } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, plain, quote } from '../../incoming-webhooks/text/markdown.js';
import { BAD, bold, boldLink, GOOD, lines, present, WAITING } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { LegacyAlert, type Match } from './grafana.payload.js';

const STATES = new Map([
  ['alerting', `${BAD} **ALERTING**`],
  ['ok', `${GOOD} **OK**`],
  ['no_data', ':info: **NO DATA**'],
  ['paused', ':info: **PAUSED**'],
  ['pending', `${WAITING} **PENDING**`],
]);

export function legacyMessage(body: unknown): WebhookMessage {
  const { title, state, message, ruleName, ruleUrl, imageUrl, matches = [] } = readPayload(LegacyAlert, body);
  const topic = title ?? ruleName;
  if (topic === undefined || state === undefined) throw new MismatchedPayload('title and state');
  const heading = STATES.get(state);
  if (heading === undefined) throw unsupportedEvent('grafana', state);

  const parts = present([
    `${heading}: ${boldLink(ruleName ?? topic, ruleUrl)}`,
    message ? quote(message) : undefined,
    matches.length > 0 ? lines(...matches.map(metric)) : undefined,
    imageUrl ? link('Picture', imageUrl) : undefined,
  ]);
  return { topic, content: parts.join('\n\n'), eventType: state };
}

function metric({ metric, value }: Match): string | undefined {
  if (metric === undefined) return undefined;
  return value === undefined ? `* ${bold(metric)}` : `* ${bold(metric)}: ${plain(value)}`;
}
