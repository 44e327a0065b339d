import { fromRepository } from '../../incoming-webhooks/git/actions.js';
import { BRANCHES } from '../../incoming-webhooks/git/branches.js';
import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { link } from '../../incoming-webhooks/text/markdown.js';
import { missingEventHeader, unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { Payload, pageOf, projectOf } from './gitlab.payload.js';
import type { EventKind, GitlabMessage } from './gitlab-event.js';
import { ISSUE_EVENTS } from './issues.js';
import { MERGE_REQUEST_EVENTS, USE_TITLE } from './merge-requests.js';
import { PIPELINE_EVENTS } from './pipelines.js';
import { PUSH_EVENTS } from './pushes.js';

/** The test of webhooks that old versions of GitLab send, with any payload. */
function describeTest(payload: Payload): GitlabMessage {
  const project = projectOf(payload);
  return {
    topic: project.name,
    content: `The GitLab webhook of ${link(project.name, pageOf(project))} is set up, configured now.`,
  };
}

const EVENTS: Readonly<Record<string, EventKind>> = {
  ...PUSH_EVENTS,
  ...MERGE_REQUEST_EVENTS,
  ...ISSUE_EVENTS,
  ...PIPELINE_EVENTS,
};

const CONFIDENTIAL = 'Confidential ';
const TEST = 'Test Hook';
const SYSTEM = 'System Hook';

/** Hooks of the instance name the event in the payload. */
const SYSTEM_EVENTS: ReadonlyMap<string, string> = new Map([
  ['push', 'Push'],
  ['tag_push', 'Tag Push'],
  ['merge_request', 'Merge Request'],
]);

const typeOf = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' / ');

function typesOf(name: string, { objectKind, actions = [''] }: EventKind): string[] {
  const hooks = [`${name} Hook`];
  if (name in ISSUE_EVENTS) hooks.push(`${CONFIDENTIAL}${name} Hook`);
  if ([...SYSTEM_EVENTS.values()].includes(name)) hooks.push(SYSTEM);
  return hooks.flatMap((hook) => actions.map((action) => typeOf(hook, objectKind, action)));
}

class Details {
  @Text() action?: string;
  @Text() noteableType?: string;
}

class WithDetails extends Payload {
  @Obj(() => Details) objectAttributes?: Details;
}

function nameOfEvent(header: string, { eventName, objectKind = '' }: Payload): string | undefined {
  if (header === SYSTEM) return SYSTEM_EVENTS.get(eventName ?? objectKind);
  return header.replace(CONFIDENTIAL, '').replace(/ Hook$/, '');
}

function messagesOf(request: WebhookRequest): WebhookMessage[] {
  const header = request.header('x-gitlab-event');
  if (header === undefined) throw missingEventHeader('X-Gitlab-Event');
  const payload = readPayload(WithDetails, request.body);
  if (header === TEST) return [{ ...describeTest(payload), eventType: TEST }];
  const name = nameOfEvent(header, payload);
  const kind = name !== undefined && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
  if (name === undefined || kind === undefined) throw unsupportedEvent('gitlab', header);
  const { action = 'open', noteableType = '' } = payload.objectAttributes ?? {};
  const detail = kind.actions === undefined ? '' : kind.objectKind === 'note' ? noteableType : action;
  const eventType = typeOf(header, kind.objectKind, detail);
  if (kind.actions?.includes(detail) === false) throw unsupportedEvent('gitlab', eventType);
  const message = kind.describe({ body: request.body, hook: name, action: detail, request });
  return message === null ? [] : [{ ...message, content: inContext(request, payload, message.content), eventType }];
}

function inContext({ hasOwnTopic }: WebhookRequest, payload: Payload, content: string): string {
  const project = projectOf(payload);
  return hasOwnTopic ? fromRepository(project.name, pageOf(project), content) : content;
}

export default {
  name: 'gitlab',
  displayName: 'GitLab',
  eventTypes: [TEST, ...Object.entries(EVENTS).flatMap(([name, kind]) => typesOf(name, kind))],
  parameters: [
    BRANCHES,
    {
      name: USE_TITLE,
      description: 'With `false`, the topics of merge requests do not have their titles. The default is `true`.',
    },
  ],
  headers: ['x-gitlab-event'],
  // Of the secret token, and of the signing token since GitLab 19.
  verification: { kind: 'token', headers: ['x-gitlab-token'], orStandardWebhooks: true },
  // The UUID of an event is also that of the events that it causes, so the key of the delivery comes first.
  deliveryIdHeaders: ['idempotency-key', 'x-gitlab-event-uuid'],
  messagesOf,
} satisfies Integration;
