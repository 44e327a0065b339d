import { branchTopic } from '../../incoming-webhooks/git/actions.js';
import { isOfInterest, isTag, shortRef } from '../../incoming-webhooks/git/branches.js';
import { hashLink } from '../../incoming-webhooks/git/commits.js';
import { createdBranch, deletedBranch, pushContent, pushedTag } from '../../incoming-webhooks/git/push.js';
import { Author, commitOf, PushedCommit } from '../../incoming-webhooks/git/pushed-commit.js';
import { Bool, List, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { code, plain } from '../../incoming-webhooks/text/markdown.js';
import { withQuote } from '../../incoming-webhooks/text/phrases.js';
import { Comment, Payload, repositoryOf, senderOf } from './github.payload.js';
import type { EventKind, GithubEvent, GithubMessage } from './github-event.js';
import { commentVerb } from './issues.js';

class PushPayload extends Payload {
  @Text({ required: true }) ref!: string;
  @Text() compare?: string;
  @Bool() created?: boolean;
  @Bool() deleted?: boolean;
  @Bool() forced?: boolean;
  @List(() => PushedCommit) commits?: PushedCommit[];
  @Obj(() => PushedCommit) headCommit?: PushedCommit;
  @Obj(() => Author) pusher?: Author;
}

class RefPayload extends Payload {
  @Text({ required: true }) ref!: string;
  @Text() refType?: string;
}

class CommitCommentPayload extends Payload {
  @Obj(() => Comment, { required: true }) comment!: Comment;
}

/** Branches that a merge queue makes for its tests. */
const MERGE_QUEUE = 'gh-readonly-queue/';

function describePush({ body, request }: GithubEvent): GithubMessage | null {
  const payload = readPayload(PushPayload, body);
  const repository = repositoryOf(payload);
  const actor = payload.sender?.login ?? payload.pusher?.name ?? senderOf(payload);
  const name = shortRef(payload.ref);
  if (isTag(payload.ref)) {
    const url = repository.htmlUrl && `${repository.htmlUrl}/tree/${encodeURI(name)}`;
    return { topic: repository.name, content: pushedTag(actor, name, url, payload.deleted === true) };
  }
  if (name.startsWith(MERGE_QUEUE) || !isOfInterest(name, request)) return null;
  return { topic: branchTopic(repository.name, name), content: branchContent(payload, actor, name) };
}

function branchContent(payload: PushPayload, actor: string, branch: string): string {
  const { compare, commits = [], headCommit } = payload;
  if (payload.deleted) return deletedBranch(actor, branch, compare);
  if (payload.created && commits.length === 0) return createdBranch({ actor, branch, url: compare });
  return pushContent({
    actor,
    branch,
    compareUrl: compare,
    commits: commits.map(commitOf),
    isForced: payload.forced,
    head: headCommit && commitOf(headCommit),
  });
}

/** `create` and `delete` of a branch or tag. */
const describeRef =
  (verb: string) =>
  ({ body }: GithubEvent): GithubMessage => {
    const payload = readPayload(RefPayload, body);
    const { ref, refType = 'branch' } = payload;
    return {
      topic: repositoryOf(payload).name,
      content: `${plain(senderOf(payload))} ${verb} the ${plain(refType)} ${code(ref)}.`,
    };
  };

function describeCommitComment({ body, action }: GithubEvent): GithubMessage {
  const payload = readPayload(CommitCommentPayload, body);
  const { comment } = payload;
  const commit = comment.commitId ? hashLink(comment.commitId, comment.htmlUrl?.split('#', 1)[0]) : 'a commit';
  return {
    topic: repositoryOf(payload).name,
    content: withQuote(`${plain(senderOf(payload))} ${commentVerb(action, comment)} on ${commit}`, comment.body),
  };
}

export const PUSH_EVENTS: Readonly<Record<string, EventKind>> = {
  push: { describe: describePush },
  create: { describe: describeRef('created') },
  delete: { describe: describeRef('deleted') },
  commit_comment: { actions: ['created'], describe: describeCommitComment },
};
