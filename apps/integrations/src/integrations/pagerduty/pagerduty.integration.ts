import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { hasV1Signature } from '../../incoming-webhooks/signatures/digest.js';
import { enumeration, link } from '../../incoming-webhooks/text/markdown.js';
import { BAD, GOOD, WAITING, withQuote } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { actionOf, type IncidentEvent, incidentOfEvent, incidentOfMessage } from './pagerduty.incident.js';
import { Notification, type Reference } from './pagerduty.payload.js';

const ACTIONS = new Map([
  ['triggered', { emoji: BAD, phrase: 'was **triggered**' }],
  ['unacknowledged', { emoji: BAD, phrase: 'was **unacknowledged**' }],
  ['reopened', { emoji: BAD, phrase: 'was **reopened**' }],
  ['escalated', { emoji: BAD, phrase: 'was **escalated**' }],
  ['acknowledged', { emoji: WAITING, phrase: 'was **acknowledged**' }],
  ['reassigned', { emoji: WAITING, phrase: 'was **reassigned**' }],
  ['delegated', { emoji: WAITING, phrase: 'was **delegated**' }],
  ['priority_updated', { emoji: WAITING, phrase: 'has an **updated priority**' }],
  ['resolved', { emoji: GOOD, phrase: 'was **resolved**' }],
]);

const TEST = 'pagey.ping';

export default {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  eventTypes: [...ACTIONS.keys(), TEST],
  verification: {
    kind: 'own',
    headers: ['x-pagerduty-signature'],
    description: 'HMAC-SHA256 of the body in hex after `v1=`; several by commas, one for each secret.',
    verify: (request, secret) => hasV1Signature(request.header('x-pagerduty-signature'), secret, request.rawBody),
  },
  deliveryIdOf: ({ body }) => readPayload(Notification, body).event?.id,
  messagesOf({ body }) {
    const { event, messages } = readPayload(Notification, body);
    if (event?.eventType === TEST) {
      return [{ topic: 'PagerDuty', content: 'The PagerDuty webhook is set up.', eventType: TEST }];
    }
    if (event !== undefined) return [messageOf(event.eventType, () => incidentOfEvent(event))];
    if (messages === undefined) throw new MismatchedPayload('messages');
    return messages.map((message) => messageOf(message.type ?? message.event, () => incidentOfMessage(message)));
  },
} satisfies Integration;

/** Events of no incident, and of no state of one, have other data: the name counts first. */
function messageOf(name: string | undefined, read: () => IncidentEvent): WebhookMessage {
  if (name === undefined) throw new MismatchedPayload('event');
  const eventType = actionOf(name);
  const change = ACTIONS.get(eventType);
  if (change === undefined) throw unsupportedEvent('pagerduty', name);
  const incident = read();
  const { topic, text } = incident;
  return { topic, content: withQuote(`${change.emoji} ${sentence(incident, change.phrase)}`, text), eventType };
}

function sentence({ label, url, service, agent, assignees }: IncidentEvent, phrase: string): string {
  const by = agent ? ` by ${reference(agent)}` : '';
  const inService = service ? ` in the service ${reference(service)}` : '';
  const to = assignees.length > 0 ? ` (assigned to ${enumeration(assignees.map(reference))})` : '';
  return `Incident ${link(label, url)} ${phrase}${by}${inService}${to}`;
}

const reference = ({ summary, name, email, url }: Reference): string =>
  link(summary ?? name ?? email ?? 'without a name', url);
