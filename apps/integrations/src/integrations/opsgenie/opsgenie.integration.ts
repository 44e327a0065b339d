import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { code, link, plain } from '../../incoming-webhooks/text/markdown.js';
import { BAD, bullet, GOOD, lines } from '../../incoming-webhooks/text/phrases.js';
import { type Alert, Notification } from './opsgenie.payload.js';

const ACTIONS = new Map([
  ['Create', `created ${BAD}`],
  ['Acknowledge', 'acknowledged'],
  ['UnAcknowledge', 'unacknowledged'],
  ['Close', `closed ${GOOD}`],
  ['Delete', 'deleted'],
  ['AddNote', 'has a new note'],
  ['AddRecipient', 'has a new recipient'],
  ['AddResponder', 'has a new responder'],
  ['AddTeam', 'has a new team'],
  ['AddTags', 'has new tags'],
  ['RemoveTags', 'lost tags'],
  ['AssignOwnership', 'assigned'],
  ['TakeOwnership', 'taken over'],
  ['Escalate', `escalated ${BAD}`],
  ['EscalateNext', `escalated ${BAD}`],
  ['Snooze', 'snoozed'],
  ['SnoozeEnded', 'no longer snoozed'],
  ['UpdatePriority', 'has another priority'],
  ['UpdateMessage', 'has another message'],
  ['UpdateDescription', 'has another description'],
  ['TestAction', 'test of an action'],
]);

/** People name custom actions of alerts as they like. */
const CUSTOM = 'CustomAction';

export default {
  name: 'opsgenie',
  displayName: 'Opsgenie',
  eventTypes: [...ACTIONS.keys(), CUSTOM],
  verification: { kind: 'bearer' },
  messagesOf({ body, hasOwnTopic }) {
    const notification = readPayload(Notification, body);
    const { action, integrationName, alert } = notification;
    const phrase = ACTIONS.get(action) ?? 'custom action';
    const address = `https://app.opsgenie.com/alert/V2#/show/${encodeURIComponent(alert.alertId ?? alert.alias ?? '')}`;
    const content = lines(
      `${link('Opsgenie alert', address)}: **${phrase}**`,
      bullet('action', plain(action)),
      hasOwnTopic ? bullet('integration', plain(integrationName)) : undefined,
      ...changes(notification),
      bullet('message', alert.message && plain(alert.message)),
      bullet('tags', alert.tags?.map(code).join(', ')),
    );
    return [{ topic: integrationName, content, eventType: ACTIONS.has(action) ? action : CUSTOM }];
  },
} satisfies Integration;

/** The values that belong to the action. */
function changes(notification: Notification): readonly (string | undefined)[] {
  const { alert, escalationName, escalationNotify, repeatCount } = notification;
  const values: readonly (readonly [string, string | undefined])[] = [
    ['note', alert.note],
    ['owner', alert.owner],
    ['recipient', alert.recipient],
    ['team', alert.team],
    ['priority', alert.priority],
    ['added tags', tagsOf(alert, 'addedTags')],
    ['removed tags', tagsOf(alert, 'removedTags')],
    ['escalation', escalationName],
    ['notified', escalationNotify?.name],
    ['repeated', repeatCount],
  ];
  return values.map(([label, value]) => bullet(label, value && plain(value)));
}

function tagsOf(alert: Alert, kind: 'addedTags' | 'removedTags'): string | undefined {
  return alert[kind]?.join(',') ?? alert[`${kind}Text`];
}
