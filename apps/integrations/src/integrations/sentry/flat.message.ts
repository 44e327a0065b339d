import type { WebhookMessage } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, quote } from '../../incoming-webhooks/text/markdown.js';
import type { Notification } from './sentry.payload.js';

/** The webhook of very old versions: the fields of an event, without the event. */
export function flatMessage({ project, projectName, projectSlug, level, message, url }: Notification): WebhookMessage {
  const topic = projectName ?? projectSlug ?? (typeof project === 'string' ? project : undefined);
  if (topic === undefined || message === undefined) throw new MismatchedPayload('project and message');
  const kind = level === undefined ? 'event' : level.toUpperCase();
  return { topic, content: `New ${link(kind, url)}:\n\n${quote(message)}`, eventType: 'event' };
}
