import type { WebhookMessage } from '../integration.js';
import { MismatchedPayload, readPayload, Text } from '../payload/fields.js';
import { code, link, plain } from '../text/markdown.js';
import { withQuote } from '../text/phrases.js';
import { unsupportedEvent } from '../webhook-errors.js';
import type { WebhookRequest } from '../webhook-request.js';
import {
  actionContent,
  assignedTo,
  betweenBranches,
  branchTopic,
  fromRepository,
  numberedLink,
  numberedTopic,
} from './actions.js';
import { isOfInterest, isTag, shortRef } from './branches.js';
import { existing } from './commits.js';
import {
  CommentPayload,
  IssuePayload,
  nameOf,
  Payload,
  PullRequestPayload,
  PushPayload,
  RefPayload,
  ReleasePayload,
} from './gogs.payload.js';
import { createdBranch, deletedBranch, pushContent, pushedTag } from './push.js';
import { commitOf } from './pushed-commit.js';

/** Events of Gogs, and of Gitea and Forgejo, which descend from it. */

interface Event {
  readonly body: unknown;
  readonly action: string;
  readonly request: WebhookRequest;
}

interface Message {
  readonly topic: string;
  readonly content: string;
}

interface EventKind {
  /** Absent for events without actions. */
  readonly actions?: readonly string[];
  readonly describe: (event: Event) => Message | null;
}

function actorOf({ sender }: Payload): string {
  const name = nameOf(sender);
  if (name === undefined) throw new MismatchedPayload('sender');
  return plain(name);
}

/** For actions with a name that is no past tense. */
const VERBS: Readonly<Record<string, string>> = {
  label_updated: 'updated the labels of',
  label_cleared: 'cleared the labels of',
  review_requested: 'requested a review of',
  review_request_removed: 'removed a requested review of',
};

const assigneesOf = ({ assignee, assignees = [] }: IssuePayload['issue']): string =>
  assignedTo((assignees.length > 0 ? assignees : [assignee]).flatMap((user) => nameOf(user) ?? []));

/** Also for comments on pull requests, which are comments on issues. */
function numberedOf({ issue, repository }: IssuePayload) {
  const isPull = issue.pullRequest != null;
  const page = repository.htmlUrl && `${repository.htmlUrl}/${isPull ? 'pulls' : 'issues'}/${issue.number}`;
  return { kind: isPull ? 'PR' : 'issue', number: issue.number, title: issue.title, url: page ?? issue.htmlUrl };
}

function describeIssue({ body, action, request }: Event): Message {
  const payload = readPayload(IssuePayload, body);
  const issue = numberedOf(payload);
  return {
    topic: numberedTopic(payload.repository.name, issue),
    content: actionContent({
      actor: actorOf(payload),
      verb: VERBS[action] ?? action,
      object: numberedLink(issue, request.hasOwnTopic),
      details: [assigneesOf(payload.issue)],
      body: payload.issue.body,
    }),
  };
}

function describeComment({ body, action, request }: Event): Message {
  const payload = readPayload(CommentPayload, body);
  const issue = numberedOf(payload);
  const { htmlUrl, body: text } = payload.comment;
  const verb = action === 'created' ? link('commented', htmlUrl) : `${action} a ${link('comment', htmlUrl)}`;
  const number = payload.pullRequest?.id ?? issue.number;
  return {
    topic: numberedTopic(payload.repository.name, { ...issue, number }),
    content: actionContent({
      actor: actorOf(payload),
      verb: `${verb} on`,
      object: numberedLink(issue, request.hasOwnTopic),
      body: text,
    }),
  };
}

/** The topic has the id of the pull request, as topics of the reference have; the text has its number. */
function describePullRequest({ body, action, request }: Event): Message {
  const payload = readPayload(PullRequestPayload, body);
  const { pullRequest } = payload;
  const { id, number, title, htmlUrl, url, head, headBranch, base, baseBranch, mergedBy } = pullRequest;
  const isMerged = action === 'closed' && pullRequest.merged === true;
  const object = numberedLink({ kind: 'PR', number, title, url: htmlUrl ?? url }, request.hasOwnTopic);
  const branches = betweenBranches(head?.ref ?? headBranch, base?.ref ?? baseBranch);
  return {
    topic: numberedTopic(payload.repository.name, { kind: 'PR', number: id ?? number, title }),
    content: actionContent({
      actor: isMerged ? plain(nameOf(mergedBy) ?? actorOf(payload)) : actorOf(payload),
      verb: isMerged ? 'merged' : (VERBS[action] ?? action),
      object: `${object} ${branches}`.trim(),
      details: [assigneesOf(pullRequest)],
      body: action === 'opened' || action === 'edited' ? pullRequest.body : undefined,
    }),
  };
}

function describePush({ body, request }: Event): Message | null {
  const payload = readPayload(PushPayload, body);
  const { ref, after, repository } = payload;
  const name = shortRef(ref);
  if (!isTag(ref) && !isOfInterest(name, request)) return null;
  const actor = nameOf(payload.pusher) ?? nameOf(payload.sender);
  if (actor === undefined) throw new MismatchedPayload('pusher');
  const content = isTag(ref)
    ? pushedTag(actor, name, pageOf(repository, name), existing(after) === undefined)
    : branchContent(payload, actor, name);
  return { topic: branchTopic(repository.name, name), content };
}

function branchContent(payload: PushPayload, actor: string, branch: string): string {
  const { before, after, compareUrl, commits = [], totalCommits } = payload;
  const page = payload.repository.htmlUrl;
  const head = existing(after);
  if (after !== undefined && head === undefined) return deletedBranch(actor, branch, compareUrl || undefined);
  if (before !== undefined && existing(before) === undefined && commits.length === 0) {
    return createdBranch({ actor, branch, url: compareUrl || pageOf(payload.repository, branch) });
  }
  return pushContent({
    actor,
    branch,
    compareUrl: compareUrl || undefined,
    total: Number(totalCommits) || undefined,
    head: head === undefined ? undefined : { hash: head, url: page && `${page}/commit/${head}` },
    commits: commits.map(commitOf),
  });
}

/** Page of a branch or tag. */
const pageOf = ({ htmlUrl }: Payload['repository'], name: string): string | undefined =>
  htmlUrl && `${htmlUrl}/src/${encodeURI(name)}`;

function describeCreation({ body }: Event): Message {
  const payload = readPayload(RefPayload, body);
  const { repository, refType = 'branch' } = payload;
  const name = shortRef(payload.ref);
  return {
    topic: branchTopic(repository.name, name),
    content: `${actorOf(payload)} created the ${plain(refType)} ${link(name, pageOf(repository, name))}.`,
  };
}

function describeRelease({ body, action }: Event): Message {
  const payload = readPayload(ReleasePayload, body);
  const { tagName, name, body: text } = payload.release;
  const { repository } = payload;
  const page = repository.htmlUrl && `${repository.htmlUrl}/releases`;
  return {
    topic: `${repository.name} / ${tagName} ${name ?? ''}`.trim(),
    content: withQuote(
      `${actorOf(payload)} ${action} the release ${link(name || tagName, page)} for the tag ${code(tagName)}`,
      action === 'published' ? text : undefined,
    ),
  };
}

const ISSUE_ACTIONS = [
  ...['opened', 'closed', 'reopened', 'edited', 'assigned', 'unassigned', 'label_updated', 'label_cleared'],
  ...['milestoned', 'demilestoned'],
];

const EVENTS: Readonly<Record<string, EventKind>> = {
  push: { describe: describePush },
  create: { describe: describeCreation },
  issues: { actions: ISSUE_ACTIONS, describe: describeIssue },
  issue_comment: { actions: ['created', 'edited', 'deleted'], describe: describeComment },
  pull_request: {
    actions: [...ISSUE_ACTIONS, 'synchronized', 'review_requested', 'review_request_removed'],
    describe: describePullRequest,
  },
  release: { actions: ['published', 'updated', 'edited', 'deleted'], describe: describeRelease },
};

export const GOGS_EVENT_TYPES: readonly string[] = Object.entries(EVENTS).flatMap(
  ([event, { actions }]) => actions?.map((action) => `${event}/${action}`) ?? [event],
);

class WithAction {
  @Text() action?: string;
}

/** The message of an event of a service of the family. */
export function gogsMessages(integration: string, event: string, request: WebhookRequest): WebhookMessage[] {
  const { body, hasOwnTopic } = request;
  const kind = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (kind === undefined) throw unsupportedEvent(integration, event);
  const { action = '' } = readPayload(WithAction, body);
  const eventType = kind.actions ? `${event}/${action}` : event;
  if (kind.actions?.includes(action) === false) throw unsupportedEvent(integration, eventType);
  const message = kind.describe({ body, action, request });
  if (message === null) return [];
  const { topic, content } = message;
  const { name, htmlUrl } = readPayload(Payload, body).repository;
  return [{ topic, content: hasOwnTopic ? fromRepository(name, htmlUrl, content) : content, eventType }];
}
