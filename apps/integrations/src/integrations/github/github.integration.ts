import { fromRepository } from '../../incoming-webhooks/git/actions.js';
import { BRANCHES } from '../../incoming-webhooks/git/branches.js';
import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { missingEventHeader, unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { CHECK_EVENTS } from './checks.js';
import { Payload } from './github.payload.js';
import type { EventKind } from './github-event.js';
import { ISSUE_EVENTS } from './issues.js';
import { MEMBER_EVENTS } from './members.js';
import { PULL_REQUEST_EVENTS } from './pull-requests.js';
import { PUSH_EVENTS } from './pushes.js';
import { REPOSITORY_EVENTS } from './repositories.js';

const EVENTS: Readonly<Record<string, EventKind>> = {
  ...PUSH_EVENTS,
  ...PULL_REQUEST_EVENTS,
  ...ISSUE_EVENTS,
  ...CHECK_EVENTS,
  ...REPOSITORY_EVENTS,
  ...MEMBER_EVENTS,
};

/** Without messages in any case. */
const IGNORED = new Set([
  ...['check_suite', 'label', 'meta', 'milestone', 'organization', 'project_card', 'repository_vulnerability_alert'],
]);

class WithAction {
  @Text() action?: string;
}

function messagesOf(request: WebhookRequest): WebhookMessage[] {
  const event = request.header('x-github-event');
  if (event === undefined) throw missingEventHeader('X-GitHub-Event');
  if (IGNORED.has(event)) return [];
  const kind = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (kind === undefined) throw unsupportedEvent('github', event);
  const { action = '' } = readPayload(WithAction, request.body);
  if (!hasMessage(event, kind, action)) return [];
  const message = kind.describe({ body: request.body, action, request });
  if (message === null) return [];
  const eventType = kind.actions ? `${event}/${action}` : event;
  return [{ topic: message.topic, content: inContext(request, message.content), eventType }];
}

/** Throws for an action that is neither described nor ignored. */
function hasMessage(event: string, { actions, ignored = [] }: EventKind, action: string): boolean {
  if (actions === undefined || actions.includes(action)) return true;
  if (ignored === 'rest' || ignored.includes(action)) return false;
  throw unsupportedEvent('github', `${event}/${action}`);
}

function inContext({ hasOwnTopic, body }: WebhookRequest, content: string): string {
  if (!hasOwnTopic) return content;
  const { repository } = readPayload(Payload, body);
  return repository ? fromRepository(repository.name, repository.htmlUrl, content) : content;
}

export default {
  name: 'github',
  displayName: 'GitHub',
  eventTypes: Object.entries(EVENTS).flatMap(
    ([event, { actions }]) => actions?.map((action) => `${event}/${action}`) ?? [event],
  ),
  parameters: [BRANCHES],
  body: 'json-or-form',
  headers: ['x-github-event'],
  verification: {
    kind: 'hmac',
    headers: ['x-hub-signature-256'],
    algorithm: 'sha256',
    encoding: 'hex',
    prefix: 'sha256=',
  },
  deliveryIdHeaders: ['x-github-delivery'],
  messagesOf,
} satisfies Integration;
