import type { Integration } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { topicOf } from './jira.issue.js';
import { commentMessage, created, deleted, updated } from './jira.messages.js';
import { JiraEvent } from './jira.payload.js';

const MESSAGES = new Map<string, (event: JiraEvent) => string>([
  ['jira:issue_created', created],
  ['jira:issue_updated', updated],
  ['jira:issue_deleted', deleted],
  ['comment_created', commentMessage('commented on')],
  ['comment_updated', commentMessage('updated a comment on')],
  ['comment_deleted', commentMessage('deleted a comment from')],
]);

/** Events of attachments, links, sprints, versions and work logs. */
const IGNORED = /^(?:attachment|issuelink|sprint|worklog)_\w+$|^jira:(?:version|worklog)_\w+$/;

export default {
  name: 'jira',
  displayName: 'Jira',
  eventTypes: [...MESSAGES.keys()],
  verification: {
    kind: 'hmac',
    headers: ['x-hub-signature'],
    algorithm: 'sha256',
    encoding: 'hex',
    prefix: 'sha256=',
  },
  deliveryIdHeaders: ['x-atlassian-webhook-identifier'],
  messagesOf({ body }) {
    const event = readPayload(JiraEvent, body);
    const eventType = event.webhookEvent ?? (event.transition ? 'jira:issue_updated' : undefined);
    if (eventType === undefined) throw new MismatchedPayload('webhookEvent');
    if (IGNORED.test(eventType)) return [];
    const contentOf = MESSAGES.get(eventType);
    if (contentOf === undefined) throw unsupportedEvent('jira', eventType);
    const topic = topicOf(event);
    if (topic === undefined) throw new MismatchedPayload('issue');
    return [{ topic, content: contentOf(event), eventType }];
  },
} satisfies Integration;
