import { MismatchedPayload } from '../../incoming-webhooks/payload/fields.js';
import { present } from '../../incoming-webhooks/text/phrases.js';
import type { Incident, Message, PagerDutyEvent, Reference } from './pagerduty.payload.js';

/** An event of an incident, of any version. */
export interface IncidentEvent {
  readonly topic: string;
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

/** The action of an event of any version, without `incident.`, as version 3 has it: `triggered`. */
export const actionOf = (name: string): string => ACTIONS.get(name) ?? name.replace(/^incident\./, '');

export function incidentOfMessage(message: Message): IncidentEvent {
  if (message.data !== undefined) return ofFirstVersion(message.data.incident);
  if (message.incident !== undefined) return ofSecondVersion(message, message.incident);
  throw new MismatchedPayload('incident');
}

function ofFirstVersion(incident: Incident): IncidentEvent {
  const { incidentNumber, url, service, assignedToUser, resolvedByUser, triggerSummaryData, incidentKey } = incident;
  const { subject, description } = triggerSummaryData ?? {};
  const key = incidentKey && `Key: ${incidentKey}`;
  const text = present([subject, description, key]).filter((line) => line !== '');
  return {
    topic: `Incident ${incidentNumber}`,
    label: `#${incidentNumber}`,
    ...(url && { url }),
    ...(service && { service }),
    ...(resolvedByUser && { agent: resolvedByUser }),
    assignees: present([assignedToUser]),
    text: text.join('\n'),
  };
}

function ofSecondVersion({ logEntries = [] }: Message, incident: Incident): IncidentEvent {
  const { incidentNumber, title, url, service } = incident;
  const agent = logEntries[0]?.agent;
  return {
    topic: `Incident ${incidentNumber}`,
    label: `#${incidentNumber} ${title ?? ''}`,
    ...(url && { url }),
    ...(service && { service }),
    ...(agent && { agent }),
    assignees: logEntries.flatMap(({ assignees = [] }) => assignees),
  };
}

export function incidentOfEvent({ agent, data }: PagerDutyEvent): IncidentEvent {
  const { title = '', number, url, service, assignees = [] } = data;
  if (number === undefined) throw new MismatchedPayload('number');
  return {
    topic: `Incident ${title} (#${number})`,
    label: `${title} (#${number})`,
    ...(url && { url }),
    ...(service && { service }),
    ...(agent && { agent }),
    assignees,
  };
}
