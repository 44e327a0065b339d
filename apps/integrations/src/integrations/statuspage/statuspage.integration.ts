import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { code } from '../../incoming-webhooks/text/markdown.js';
import { BAD, bold, boldLink, bullet, GOOD, lines, WAITING, withQuote } from '../../incoming-webhooks/text/phrases.js';
import { anomalousPayload } from '../../incoming-webhooks/webhook-errors.js';
import { type Component, type ComponentUpdate, type Incident, Notification } from './statuspage.payload.js';

const GOOD_STATES = new Set(['operational', 'resolved', 'completed', 'postmortem']);
const WAITING_STATES = new Set(['monitoring', 'scheduled', 'in_progress', 'verifying', 'under_maintenance']);

export default {
  name: 'statuspage',
  displayName: 'Statuspage',
  eventTypes: ['incident', 'component'],
  verification: { kind: 'bearer' },
  messagesOf({ body }) {
    const { page, incident, component, componentUpdate } = readPayload(Notification, body);
    const state = page.statusDescription;
    if (incident !== undefined) return [messageOf(incident, state, 'incident', describeIncident(incident))];
    if (component === undefined) throw anomalousPayload('statuspage');
    return [messageOf(component, state, 'component', describeComponent(component, componentUpdate))];
  },
} satisfies Integration;

function messageOf(
  { name }: Incident | Component,
  pageState: string | undefined,
  eventType: string,
  content: string,
): WebhookMessage {
  return { topic: pageState === undefined ? name : `${name}: ${pageState}`, content, eventType };
}

function describeIncident({ name, status, shortlink, incidentUpdates = [] }: Incident): string {
  const heading = lines(boldLink(name, shortlink), bullet('State', `${emoji(status)} ${bold(status)}`));
  const text = incidentUpdates[0]?.body;
  return text ? withQuote(`${heading}\n* Update`, text) : heading;
}

function describeComponent({ name, status }: Component, update: ComponentUpdate | undefined): string {
  const before = update?.oldStatus ? ` from ${code(update.oldStatus)}` : '';
  return `${bold(name)} changed${before} to ${emoji(status)} ${code(status)}.`;
}

function emoji(status: string): string {
  if (GOOD_STATES.has(status)) return GOOD;
  return WAITING_STATES.has(status) ? WAITING : BAD;
}
