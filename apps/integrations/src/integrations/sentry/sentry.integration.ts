import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { anomalousPayload } from '../../incoming-webhooks/webhook-errors.js';
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
  messagesOf: ({ body }) => [messageOf(readPayload(Notification, body))],
} satisfies Integration;

function messageOf(notification: Notification): WebhookMessage {
  const { data, event } = notification;
  if (data?.event !== undefined) return eventMessage(data.event);
  if (data?.issue !== undefined) return issueMessage(data.issue, notification);
  if (data !== undefined) throw anomalousPayload('sentry');
  return event?.eventId === undefined ? flatMessage(notification) : eventMessage(withAddress(event, notification.url));
}

/** The older webhook has the address of the issue, and not of the event. */
function withAddress(event: SentryEvent, issueUrl: string | undefined): SentryEvent {
  const address = issueUrl && `${issueUrl.replace(/\/?(?:\?.*)?$/, '/')}events/${event.eventId}/`;
  return address ? { ...event, webUrl: address } : event;
}
