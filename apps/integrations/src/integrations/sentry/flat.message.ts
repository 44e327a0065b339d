import type { WebhookMessage } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, plain, quote } from '../../incoming-webhooks/text/markdown.js';
import type { Notification } from './sentry.payload.js';

/** The webhook of very old versions: the fields of an event, without the event. */
export function flatMessage(notification: Notification, hasOwnTopic: boolean): WebhookMessage {
  const { project, projectName, projectSlug, level, message, url } = notification;
  const topic = projectName ?? projectSlug ?? project;
  if (topic === undefined || message === undefined) throw new MismatchedPayload('project and message');
  const kind = level === undefined ? 'event' : level.toUpperCase();
  return {
    topic,
    content: `New ${link(kind, url)}${hasOwnTopic ? ` of ${plain(topic)}` : ''}:\n\n${quote(message)}`,
    eventType: 'event',
  };
}
