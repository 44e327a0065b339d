import { fromRepository } from '../../incoming-webhooks/git/actions.js';
import { BRANCHES } from '../../incoming-webhooks/git/branches.js';
import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { Any, Obj, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { missingEventHeader, unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { Payload, PullRequest, pageOf } from './bitbucket2.payload.js';
import type { Describe } from './bitbucket2-event.js';
import { DISCUSSION_EVENTS } from './discussions.js';
import { REPOSITORY_EVENTS } from './repositories.js';

const EVENTS: Readonly<Record<string, Describe>> = { ...REPOSITORY_EVENTS, ...DISCUSSION_EVENTS };

/** The parts that tell events apart. */
class Parts {
  @Any() push?: unknown;
  @Any() fork?: unknown;
  @Any() comment?: unknown;
  @Any() commit?: unknown;
  @Any() commitStatus?: unknown;
  @Any() issue?: unknown;
  @Any() changes?: unknown;
  @Obj(() => PullRequest) pullrequest?: PullRequest;
}

/** For requests without the header; undefined if the payload fits several events. */
function eventOf(body: unknown): string | undefined {
  const { push, fork, comment, commit, commitStatus, issue, changes, pullrequest } = readPayload(Parts, body);
  if (push) return 'repo:push';
  if (fork) return 'repo:fork';
  if (comment && commit) return 'repo:commit_comment_created';
  if (commitStatus) return 'repo:commit_status_created';
  if (issue) return changes ? 'issue:updated' : comment ? 'issue:comment_created' : 'issue:created';
  if (pullrequest) return pullRequestEvent(pullrequest, comment);
  return undefined;
}

function pullRequestEvent({ state }: PullRequest, comment: unknown): string | undefined {
  if (comment) return 'pullrequest:comment_created';
  if (state === 'MERGED') return 'pullrequest:fulfilled';
  return state === 'DECLINED' ? 'pullrequest:rejected' : undefined;
}

function messagesOf(request: WebhookRequest): WebhookMessage[] {
  const eventType = request.header('x-event-key') ?? eventOf(request.body);
  if (eventType === undefined) throw missingEventHeader('X-Event-Key');
  const describe = Object.hasOwn(EVENTS, eventType) ? EVENTS[eventType] : undefined;
  if (describe === undefined) throw unsupportedEvent('bitbucket2', eventType);
  const { repository } = readPayload(Payload, request.body);
  return describe(request).map(({ topic, content }) => ({
    topic,
    content: request.hasOwnTopic ? fromRepository(repository.name, pageOf(repository), content) : content,
    eventType,
  }));
}

export default {
  name: 'bitbucket2',
  displayName: 'Bitbucket Cloud',
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
  deliveryIdHeaders: ['x-request-uuid'],
  messagesOf,
} satisfies Integration;
