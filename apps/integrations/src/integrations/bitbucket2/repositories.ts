import { branchTopic } from '../../incoming-webhooks/git/actions.js';
import { isOfInterest } from '../../incoming-webhooks/git/branches.js';
import { type Commit, hashLink } from '../../incoming-webhooks/git/commits.js';
import { createdBranch, deletedBranch, pushContent, pushedTag } from '../../incoming-webhooks/git/push.js';
import { Any, Bool, List, MismatchedPayload, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { code, link, plain } from '../../incoming-webhooks/text/markdown.js';
import { inWords, withQuote } from '../../incoming-webhooks/text/phrases.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { actorOf, Comment, Linked, nameOf, Payload, pageOf, Repository, User } from './bitbucket2.payload.js';
import type { BitbucketMessage, Describe } from './bitbucket2-event.js';

class Author {
  @Text() raw?: string;
  @Obj(() => User) user?: User;
}

class PushedCommit extends Linked {
  @Text({ required: true }) hash!: string;
  @Text() message?: string;
  @Obj(() => Author) author?: Author;
}

class Ref extends Linked {
  @Text({ required: true }) name!: string;
  @Text() type?: string;
  @Obj(() => PushedCommit) target?: PushedCommit;
}

class Change extends Linked {
  @Obj(() => Ref) new?: Ref;
  @Obj(() => Ref) old?: Ref;
  @Bool() created?: boolean;
  @Bool() forced?: boolean;
  @Bool() truncated?: boolean;
  @List(() => PushedCommit) commits?: PushedCommit[];
}

class Changes {
  @List(() => Change, { required: true }) changes!: Change[];
}

class PushPayload extends Payload {
  @Obj(() => Changes, { required: true }) push!: Changes;
}

class ForkPayload extends Payload {
  @Obj(() => Repository, { required: true }) fork!: Repository;
}

class CommitCommentPayload extends Payload {
  @Obj(() => Comment, { required: true }) comment!: Comment;
  @Obj(() => PushedCommit, { required: true }) commit!: PushedCommit;
}

class CommitStatus extends Linked {
  @Text({ required: true }) key!: string;
  @Text({ required: true }) state!: string;
  @Text() url?: string;
}

class CommitStatusPayload extends Payload {
  @Obj(() => CommitStatus, { required: true }) commitStatus!: CommitStatus;
}

class UpdatePayload extends Payload {
  @Any({ required: true }) changes!: unknown;
}

class Property {
  @Text() old?: string;
  @Text() new?: string;
}

const refOf = (change: Change): Ref => {
  const ref = change.new ?? change.old;
  if (ref === undefined) throw new MismatchedPayload('new');
  return ref;
};

const isTag = (change: Change): boolean => refOf(change).type === 'tag';

/** A message for each change, in the order of the push. */
function describePush(request: WebhookRequest): BitbucketMessage[] {
  const payload = readPayload(PushPayload, request.body);
  const { changes } = payload.push;
  const branches = changes.filter((change) => !isTag(change));
  const wanted = branches.filter((change) => isOfInterest(refOf(change).name, request));
  // Tags are not limited, but a push to branches that are all of no interest is ignored as a whole.
  if (branches.length > 0 && wanted.length === 0) return [];
  const described = changes.filter((change) => isTag(change) || wanted.includes(change));
  return described.map((change) => changeMessage(payload, change));
}

function changeMessage(payload: PushPayload, change: Change): BitbucketMessage {
  const ref = refOf(change);
  const actor = actorOf(payload);
  const { name } = payload.repository;
  if (isTag(change)) return { topic: name, content: pushedTag(actor, ref.name, pageOf(ref), change.new === undefined) };
  return { topic: branchTopic(name, ref.name), content: branchContent(actor, change, ref) };
}

function branchContent(actor: string, change: Change, ref: Ref): string {
  const { commits = [], created, forced, truncated } = change;
  if (change.new === undefined) return deletedBranch(actor, ref.name, pageOf(change));
  if (created && commits.length === 0)
    return createdBranch({ actor, branch: ref.name, url: pageOf(change) ?? pageOf(ref) });
  return pushContent({
    actor,
    branch: ref.name,
    branchUrl: pageOf(ref),
    compareUrl: pageOf(change),
    commits: commits.map(commitOf),
    isForced: forced,
    isTruncated: truncated,
    head: ref.target && commitOf(ref.target),
  });
}

const commitOf = (commit: PushedCommit): Commit => ({
  hash: commit.hash,
  url: pageOf(commit),
  message: commit.message,
  // Without the address in "Ana Lima <ana@example.com>".
  author: nameOf(commit.author?.user) ?? commit.author?.raw?.split('<', 1)[0]?.trim(),
});

function describeFork({ body }: WebhookRequest): BitbucketMessage[] {
  const payload = readPayload(ForkPayload, body);
  const { repository, fork } = payload;
  const content = `${plain(actorOf(payload))} forked ${link(repository.name, pageOf(repository))} into ${link(fork.fullName ?? fork.name, pageOf(fork))}.`;
  return [{ topic: repository.name, content }];
}

const commitPage = (repository: Repository, hash: string): string | undefined => {
  const page = pageOf(repository);
  return page && `${page}/commits/${hash}`;
};

function describeCommitComment({ body }: WebhookRequest): BitbucketMessage[] {
  const payload = readPayload(CommitCommentPayload, body);
  const { repository, comment, commit } = payload;
  const url = pageOf(comment.commit) ?? pageOf(commit) ?? commitPage(repository, commit.hash);
  const sentence = `${plain(actorOf(payload))} ${link('commented', pageOf(comment))} on ${hashLink(commit.hash, url)}`;
  return [{ topic: repository.name, content: withQuote(sentence, comment.content?.raw) }];
}

const STATES: Readonly<Record<string, string>> = {
  SUCCESSFUL: ' :thumbs_up:',
  FAILED: ' :thumbs_down:',
};

function describeCommitStatus({ body }: WebhookRequest): BitbucketMessage[] {
  const { repository, commitStatus } = readPayload(CommitStatusPayload, body);
  const { key, url, state, links } = commitStatus;
  const hash = links?.commit?.href?.split('/').at(-1);
  const commit = hash ? hashLink(hash, commitPage(repository, hash)) : 'a commit';
  const emoji = (Object.hasOwn(STATES, state) && STATES[state]) || '';
  const content = `${link(key, url)} changed the status of ${commit} to ${plain(state)}${emoji}.`;
  return [{ topic: repository.name, content }];
}

/** Properties that are texts. */
const PROPERTIES = ['name', 'full_name', 'description', 'website', 'language'] as const;

function describeUpdate({ body }: WebhookRequest): BitbucketMessage[] {
  const payload = readPayload(UpdatePayload, body);
  const { repository, changes } = payload;
  const lines = PROPERTIES.flatMap((property) => {
    const change = changeOf(changes, property);
    if (change === undefined) return [];
    const from = change.old ? ` from ${code(change.old)}` : '';
    const to = change.new ? ` to ${code(change.new)}` : ' to nothing';
    const of = link(repository.name, pageOf(repository));
    return `${plain(actorOf(payload))} changed the ${inWords(property)} of the repository ${of}${from}${to}.`;
  });
  return lines.length === 0 ? [] : [{ topic: repository.name, content: lines.join('\n') }];
}

/** Undefined if the property is as before. */
function changeOf(changes: unknown, property: string): Property | undefined {
  const all = Object(changes) as Record<string, unknown>;
  const value = Object.hasOwn(all, property) ? all[property] : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const change = readPayload(Property, value);
  return (change.old ?? '') === (change.new ?? '') ? undefined : change;
}

export const REPOSITORY_EVENTS: Readonly<Record<string, Describe>> = {
  'repo:push': describePush,
  'repo:fork': describeFork,
  'repo:commit_comment_created': describeCommitComment,
  'repo:commit_status_created': describeCommitStatus,
  'repo:commit_status_updated': describeCommitStatus,
  'repo:updated': describeUpdate,
};
