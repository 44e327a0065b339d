import { MismatchedPayload } from '../../incoming-webhooks/payload/fields.js';
import { present } from '../../incoming-webhooks/text/phrases.js';
import type { Incident, Message, PagerDutyEvent, Reference } from './pagerduty.payload.js';

/** An event of an incident, of any version. */
export interface IncidentEvent {
  readonly topic: string;
  /** Without `incident.`, as version 3 has it: `triggered`. */
  readonly action: string;
  readonly label: string;
  readonly url?: string;
  readonly service?: Reference;
  readonly agent?: Reference;
  readonly assignees: readonly Reference[];
  readonly text?: string;
}

/** Names of the versions 1 and 2, and their names in version 3. */
const ACTIONS = new Map([
  ['incident.trigger', 'triggered'],
  ['incident.acknowledge', 'acknowledged'],
  ['incident.unacknowledge', 'unacknowledged'],
  ['incident.resolve', 'resolved'],
  ['incident.assign', 'reassigned'],
  ['incident.escalate', 'escalated'],
  ['incident.delegate', 'delegated'],
]);

const actionOf = (name: string): string => ACTIONS.get(name) ?? name;

export function incidentOfMessage(message: Message): IncidentEvent {
  if (message.data !== undefined) return ofFirstVersion(message.type ?? '', message.data.incident);
  if (message.incident !== undefined) return ofSecondVersion(message, message.incident);
  throw new MismatchedPayload('incident');
}

function ofFirstVersion(type: string, incident: Incident): IncidentEvent {
  const { incidentNumber, url, service, assignedToUser, resolvedByUser, triggerSummaryData, incidentKey } = incident;
  const { subject, description } = triggerSummaryData ?? {};
  const key = incidentKey && `Key: ${incidentKey}`;
  const text = present([subject, description, key]).filter((line) => line !== '');
  return {
    topic: `Incident ${incidentNumber}`,
    action: actionOf(type),
    label: `#${incidentNumber}`,
    ...(url && { url }),
    ...(service && { service }),
    ...(resolvedByUser && { agent: resolvedByUser }),
    assignees: present([assignedToUser]),
    text: text.join('\n'),
  };
}

function ofSecondVersion({ event = '', logEntries = [] }: Message, incident: Incident): IncidentEvent {
  const { incidentNumber, title, url, service } = incident;
  const agent = logEntries[0]?.agent;
  return {
    topic: `Incident ${incidentNumber}`,
    action: actionOf(event),
    label: `#${incidentNumber} ${title ?? ''}`,
    ...(url && { url }),
    ...(service && { service }),
    ...(agent && { agent }),
    assignees: logEntries.flatMap(({ assignees = [] }) => assignees),
  };
}

export function incidentOfEvent({ eventType, agent, data }: PagerDutyEvent): IncidentEvent {
  const { title = '', number, url, service, assignees = [] } = data;
  if (number === undefined) throw new MismatchedPayload('number');
  return {
    topic: `Incident ${title} (#${number})`,
    action: eventType.replace(/^incident\./, ''),
    label: `${title} (#${number})`,
    ...(url && { url }),
    ...(service && { service }),
    ...(agent && { agent }),
    assignees,
  };
}
