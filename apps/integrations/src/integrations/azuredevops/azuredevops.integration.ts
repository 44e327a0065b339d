import {
  actionContent,
  betweenBranches,
  branchTopic,
  fromRepository,
  numberedLink,
  numberedTopic,
} from '../../incoming-webhooks/git/actions.js';
import { BRANCHES, isOfInterest, isTag, shortRef } from '../../incoming-webhooks/git/branches.js';
import { existing } from '../../incoming-webhooks/git/commits.js';
import { createdBranch, deletedBranch, pushContent, pushedTag } from '../../incoming-webhooks/git/push.js';
import type { Integration, WebhookMessage } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { plain } from '../../incoming-webhooks/text/markdown.js';
import { withQuote } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { Payload, PullRequestPayload, PushPayload } from './azuredevops.payload.js';

interface Message {
  readonly topic: string;
  readonly content: string;
}

type Describe = (request: WebhookRequest) => Message | null;

const UNKNOWN_USER = 'A user';

function describePush(request: WebhookRequest): Message | null {
  const { resource } = readPayload(PushPayload, request.body);
  const [update] = resource.refUpdates;
  if (update === undefined) throw new MismatchedPayload('refUpdates');
  const name = shortRef(update.name);
  if (!isTag(update.name) && !isOfInterest(name, request)) return null;
  return {
    topic: branchTopic(resource.repository.name, name),
    content: inContext(request, resource, pushText(resource)),
  };
}

function pushText({ refUpdates: [update], repository, pushedBy, commits = [] }: PushPayload['resource']): string {
  const { name: ref = '', oldObjectId, newObjectId } = update ?? {};
  const branch = shortRef(ref);
  const actor = pushedBy.displayName ?? pushedBy.name ?? UNKNOWN_USER;
  const page = repository.remoteUrl;
  const isDeleted = newObjectId !== undefined && existing(newObjectId) === undefined;
  if (isTag(ref)) return pushedTag(actor, branch, undefined, isDeleted);
  if (isDeleted) return deletedBranch(actor, branch);
  const isNew = oldObjectId !== undefined && existing(oldObjectId) === undefined;
  const branchUrl = page && `${page}?version=GB${encodeURIComponent(branch)}`;
  if (isNew && commits.length === 0) return createdBranch({ actor, branch, url: branchUrl });
  const comparison =
    page &&
    oldObjectId &&
    newObjectId &&
    `${page}/branchCompare?baseVersion=GC${oldObjectId}&targetVersion=GC${newObjectId}&_a=files`;
  return pushContent({
    actor,
    branch,
    compareUrl: isNew ? branchUrl : comparison || undefined,
    commits: commits.map(({ commitId, comment, author }) => ({
      hash: commitId,
      url: page && `${page}/commit/${commitId}`,
      message: comment,
      author: author?.name ?? author?.displayName,
    })),
  });
}

const inContext = (
  { hasOwnTopic }: WebhookRequest,
  { repository }: PushPayload['resource'] | PullRequest,
  text: string,
) => (hasOwnTopic ? fromRepository(repository.name, repository.remoteUrl, text) : text);

type PullRequest = PullRequestPayload['resource'];

const numberedOf = ({ pullRequestId, title, links, repository }: PullRequest) => ({
  kind: 'PR',
  number: pullRequestId,
  title,
  url: links?.web?.href ?? (repository.remoteUrl && `${repository.remoteUrl}/pullrequest/${pullRequestId}`),
});

const branchesOf = ({ sourceRefName, targetRefName }: PullRequest): string =>
  betweenBranches(sourceRefName && shortRef(sourceRefName), targetRefName && shortRef(targetRefName));

/** The text gets the linked pull request with its title. */
const describePullRequest =
  (textOf: (pullRequest: string, payload: PullRequestPayload) => string | null): Describe =>
  (request) => {
    const payload = readPayload(PullRequestPayload, request.body);
    const numbered = numberedOf(payload.resource);
    const text = textOf(numberedLink(numbered, true), payload);
    if (text === null) return null;
    const topic = numberedTopic(payload.resource.repository.name, numbered);
    return { topic, content: inContext(request, payload.resource, text) };
  };

const describeCreation = describePullRequest((object, { resource }) =>
  actionContent({
    actor: plain(resource.createdBy?.displayName ?? UNKNOWN_USER),
    verb: 'created',
    object: `${object} ${branchesOf(resource)}`.trim(),
    body: resource.description,
  }),
);

/** Azure DevOps also sends it after each attempt to merge, for example to look for conflicts. */
const describeMerge = describePullRequest((object, { resource }) => {
  if (resource.status !== 'completed' || resource.mergeStatus !== 'succeeded') return null;
  return actionContent({
    actor: plain(resource.closedBy?.displayName ?? UNKNOWN_USER),
    verb: 'merged',
    object: `${object} ${branchesOf(resource)}`.trim(),
  });
});

/** Only the sentence of the payload names the change and its author. */
const describeUpdate = describePullRequest((object, { resource, message, detailedMessage }) => {
  const by = resource.createdBy?.displayName ? ` by ${plain(resource.createdBy.displayName)}` : '';
  const [sentence = '', details = ''] = [message?.markdown, detailedMessage?.markdown];
  const text = details.includes(sentence) ? details : `${sentence}\n\n${details}`;
  return withQuote(`${object}${by} was updated`, text);
});

const EVENTS: Readonly<Record<string, Describe>> = {
  'git.push': describePush,
  'git.pullrequest.created': describeCreation,
  'git.pullrequest.updated': describeUpdate,
  'git.pullrequest.merged': describeMerge,
};

export default {
  name: 'azuredevops',
  displayName: 'Azure DevOps',
  eventTypes: Object.keys(EVENTS),
  parameters: [BRANCHES],
  verification: { kind: 'bearer' },
  deliveryIdOf: ({ body }) => readPayload(Payload, body).id,
  messagesOf(request): WebhookMessage[] {
    const { eventType } = readPayload(Payload, request.body);
    const describe = Object.hasOwn(EVENTS, eventType) ? EVENTS[eventType] : undefined;
    if (describe === undefined) throw unsupportedEvent('azuredevops', eventType);
    const message = describe(request);
    return message === null ? [] : [{ ...message, eventType }];
  },
} satisfies Integration;
