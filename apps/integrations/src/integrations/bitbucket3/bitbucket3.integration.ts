import { fromRepository } from '../../incoming-webhooks/git/actions.js';
import { BRANCHES } from '../../incoming-webhooks/git/branches.js';
import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { missingEventHeader, unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { nameOf, Payload, pageOf } from './bitbucket3.payload.js';
import type { Describe } from './bitbucket3-event.js';
import { PULL_REQUEST_EVENTS } from './pull-requests.js';
import { REPOSITORY_EVENTS } from './repositories.js';

const EVENTS: Readonly<Record<string, Describe>> = { ...REPOSITORY_EVENTS, ...PULL_REQUEST_EVENTS };

function messagesOf(request: WebhookRequest): WebhookMessage[] {
  // The payload of a ping does not name the event.
  const eventType = readPayload(Payload, request.body).eventKey ?? request.header('x-event-key');
  if (eventType === undefined) throw missingEventHeader('X-Event-Key');
  const describe = Object.hasOwn(EVENTS, eventType) ? EVENTS[eventType] : undefined;
  if (describe === undefined) throw unsupportedEvent('bitbucket3', eventType);
  return describe(request).map(({ topic, content, repository }) => ({
    topic,
    content:
      request.hasOwnTopic && repository ? fromRepository(nameOf(repository), pageOf(repository), content) : content,
    eventType,
  }));
}

export default {
  name: 'bitbucket3',
  displayName: 'Bitbucket Server, Data Center',
  eventTypes: Object.keys(EVENTS),
  parameters: [BRANCHES],
  headers: ['x-event-key'],
  verification: {
    kind: 'hmac',
    headers: ['x-hub-signature'],
    algorithm: 'sha256',
    encoding: 'hex',
    prefix: 'sha256=',
  },
  deliveryIdHeaders: ['x-request-id'],
  messagesOf,
} satisfies Integration;
