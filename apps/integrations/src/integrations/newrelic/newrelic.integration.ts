import type { Integration } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, plain, quote } from '../../incoming-webhooks/text/markdown.js';
import { BAD, bold, GOOD, present, timeOf, WAITING } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { Notification } from './newrelic.payload.js';

interface State {
  readonly emoji: string;
  /** With the details, and a link to acknowledge. */
  readonly isNew: boolean;
}

const STATES = new Map<string, State>([
  ['open', { emoji: BAD, isNew: true }],
  ['created', { emoji: BAD, isNew: true }],
  ['activated', { emoji: BAD, isNew: true }],
  ['acknowledged', { emoji: WAITING, isNew: false }],
  ['closed', { emoji: GOOD, isNew: false }],
]);

/** The owner in templates of workflows if an issue has none. */
const NO_OWNER = 'N/A';

/** The last millisecond of the year 9999. */
const LAST_TIME = 253_402_300_799_999;

export default {
  name: 'newrelic',
  displayName: 'New Relic',
  eventTypes: [...STATES.keys()],
  verification: { kind: 'bearer' },
  messagesOf({ body, hasOwnTopic }) {
    const notification = readPayload(Notification, body);
    const given = notification.currentState ?? notification.state;
    const eventType = given?.toLowerCase() ?? '';
    const state = STATES.get(eventType);
    if (state === undefined) throw unsupportedEvent('newrelic', given);
    const policy = notification.policyName ?? notification.policyNames?.join(', ') ?? 'Unknown Policy';
    const id = notification.incidentId ?? notification.id ?? notification.issueId ?? 'Unknown ID';
    const topic = `${policy} (${id})`;
    const subject = hasOwnTopic ? `${plain(topic)}: ` : '';
    return [{ topic, content: subject + describe(notification, given ?? '', state), eventType }];
  },
} satisfies Integration;

function describe(notification: Notification, given: string, { emoji, isNew }: State): string {
  const { details, title, owner } = notification;
  const incident = link('Incident', notification.incidentUrl ?? notification.issueUrl);
  const condition = notification.conditionName ?? notification.conditionNames?.join(', ') ?? 'an unknown condition';
  const by = owner && owner !== NO_OWNER ? ` by ${bold(owner)}` : '';
  const sentence = `${emoji} ${incident} ${bold(given === 'open' ? 'opened' : given)}${by} for the condition ${bold(condition)} at ${timeOf(timeIn(notification))}.`;
  const acknowledge = notification.incidentAcknowledgeUrl ?? notification.issueAckUrl;
  const text = details ?? title;
  if (!isNew) return sentence;
  return present([sentence, text ? quote(text) : undefined, acknowledge && link('Acknowledge', acknowledge)]).join(
    '\n\n',
  );
}

/** Workflows have the time of the change under names of their own. */
function timeIn({ timestamp, updatedAt, createdAt }: Notification): number {
  const given = timestamp ?? updatedAt ?? createdAt;
  const time = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
  if (typeof time !== 'number' || !Number.isFinite(time) || time < 0 || time > LAST_TIME) {
    throw new MismatchedPayload('timestamp');
  }
  return time;
}
