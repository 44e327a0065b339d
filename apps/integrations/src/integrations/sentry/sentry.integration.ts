import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { eventMessage } from './event.message.js';
import { flatMessage } from './flat.message.js';
import { ISSUE_ACTIONS, issueMessage } from './issue.message.js';
import { Notification, type SentryEvent } from './sentry.payload.js';

export default {
  name: 'sentry',
  displayName: 'Sentry',
  eventTypes: ['event', ...ISSUE_ACTIONS],
  verification: { kind: 'hmac', headers: ['sentry-hook-signature'], algorithm: 'sha256', encoding: 'hex' },
  deliveryIdHeaders: ['request-id'],
  messagesOf: ({ body, hasOwnTopic }) => [messageOf(readPayload(Notification, body), hasOwnTopic)],
} satisfies Integration;

function messageOf(notification: Notification, hasOwnTopic: boolean): WebhookMessage {
  const { data, event } = notification;
  if (data?.event !== undefined) return eventMessage(data.event);
  if (data?.issue !== undefined) return issueMessage(data.issue, notification);
  // Of a metric alert, an error, a comment or an installation, for example.
  if (data !== undefined) throw unsupportedEvent('sentry', notification.action);
  if (event?.eventId === undefined) return flatMessage(notification, hasOwnTopic);
  return eventMessage(withAddress(event, notification.url));
}

/** The older webhook has the address of the issue, and not of the event. */
function withAddress(event: SentryEvent, issueUrl: string | undefined): SentryEvent {
  if (!issueUrl) return event;
  const [issue = ''] = issueUrl.split('?', 1);
  return { ...event, webUrl: `${issue}${issue.endsWith('/') ? '' : '/'}events/${event.eventId}/` };
}
