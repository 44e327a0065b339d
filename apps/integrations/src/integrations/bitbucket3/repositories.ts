import { branchTopic } from '../../incoming-webhooks/git/actions.js';
import { isOfInterest } from '../../incoming-webhooks/git/branches.js';
import { branchName, hashLink } from '../../incoming-webhooks/git/commits.js';
import { List, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { code, link, plain } from '../../incoming-webhooks/text/markdown.js';
import { withQuote } from '../../incoming-webhooks/text/phrases.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import {
  actorOf,
  Comment,
  InRepository,
  nameOf,
  Payload,
  pageOf,
  Repository,
  struckThrough,
} from './bitbucket3.payload.js';
import type { BitbucketMessage, Describe } from './bitbucket3-event.js';

class Ref {
  @Text({ key: 'displayId', required: true }) displayId!: string;
  @Text() type?: string;
}

class Change {
  @Obj(() => Ref, { required: true }) ref!: Ref;
  @Text({ key: 'fromHash' }) fromHash?: string;
  @Text({ key: 'toHash' }) toHash?: string;
  @Text() type?: string;
}

class PushPayload extends InRepository {
  @List(() => Change, { required: true }) changes!: Change[];
}

class CommentPayload extends InRepository {
  @Obj(() => Comment, { required: true }) comment!: Comment;
  @Text({ required: true }) commit!: string;
}

class ModifiedPayload extends Payload {
  @Obj(() => Repository, { required: true }) old!: Repository;
  @Obj(() => Repository, { required: true }) new!: Repository;
}

/** Page of a part of the repository. The link of a repository leads to its files. */
const partOf = (repository: Repository, path: string): string | undefined =>
  pageOf(repository)?.replace(/(?:\/browse)?\/?$/, `/${path}`);

function describePush(request: WebhookRequest): BitbucketMessage[] {
  const payload = readPayload(PushPayload, request.body);
  const { repository } = payload;
  return payload.changes.flatMap((change) => {
    const { displayId: name, type } = change.ref;
    if (type === 'TAG') return { topic: repository.slug, content: tagContent(payload, change), repository };
    if (!isOfInterest(name, request)) return [];
    return { topic: branchTopic(repository.slug, name), content: branchContent(payload, change), repository };
  });
}

function branchContent(payload: PushPayload, { ref, toHash, type }: Change): string {
  const actor = actorOf(payload);
  const branch = branchName(ref.displayId);
  if (type === 'DELETE') return `${actor} deleted the ${branch}.`;
  const head = toHash ? ` The head is now ${link(toHash, partOf(payload.repository, `commits/${toHash}`))}.` : '';
  return `${actor} ${type === 'ADD' ? 'created the' : 'pushed to'} ${branch}.${head}`;
}

function tagContent(payload: PushPayload, { ref, toHash, type }: Change): string {
  const actor = actorOf(payload);
  if (type === 'DELETE') return `${actor} removed the tag ${code(ref.displayId)}.`;
  const at = toHash ? ` at ${link(toHash, partOf(payload.repository, `commits/${toHash}`))}` : '';
  return `${actor} pushed the tag ${code(ref.displayId)}${at}.`;
}

const describeComment =
  (action: string): Describe =>
  ({ body }) => {
    const payload = readPayload(CommentPayload, body);
    const { repository, commit, comment } = payload;
    const url = partOf(repository, `commits/${commit}`);
    const text = comment.text ?? '';
    const verb = action === 'commented' ? link(action, url) : `${action} a ${link('comment', url)}`;
    const content = withQuote(
      `${actorOf(payload)} ${verb} on ${hashLink(commit, url)}`,
      action === 'deleted' ? struckThrough(text) : text,
    );
    return [{ topic: repository.slug, content, repository }];
  };

function describeFork({ body }: WebhookRequest): BitbucketMessage[] {
  const payload = readPayload(InRepository, body);
  const { repository, actor } = payload;
  const origin = repository.origin ?? repository;
  const name = actor?.displayName ? `${plain(actor.displayName)} (${actorOf(payload)})` : actorOf(payload);
  const source = link(nameOf(origin), pageOf(origin));
  const content = `${name} forked the repository ${source} into ${link(nameOf(repository), pageOf(repository))}.`;
  return [{ topic: origin.slug, content, repository: origin }];
}

/** The topic is the new name, as in the reference. */
function describeModified({ body }: WebhookRequest): BitbucketMessage[] {
  const payload = readPayload(ModifiedPayload, body);
  const { old, new: repository } = payload;
  const content = `${actorOf(payload)} changed the name of the repository ${plain(old.slug)} to ${link(nameOf(repository), pageOf(repository))}.`;
  return [{ topic: repository.name ?? repository.slug, content, repository }];
}

const describePing: Describe = () => [
  { topic: 'Bitbucket Server Ping', content: 'The Bitbucket Server webhook is set up, configured now.' },
];

export const REPOSITORY_EVENTS: Readonly<Record<string, Describe>> = {
  'diagnostics:ping': describePing,
  'repo:refs_changed': describePush,
  'repo:forked': describeFork,
  'repo:modified': describeModified,
  'repo:comment:added': describeComment('commented'),
  'repo:comment:edited': describeComment('edited'),
  'repo:comment:deleted': describeComment('deleted'),
};
