import { actionContent, betweenBranches, numberedLink, numberedTopic } from '../../incoming-webhooks/git/actions.js';
import { Obj, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { enumeration, link, plain } from '../../incoming-webhooks/text/markdown.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { actorOf, Comment, Issue, type Numbered, nameOf, Payload, PullRequest, pageOf } from './bitbucket2.payload.js';
import type { BitbucketMessage, Describe } from './bitbucket2-event.js';

class IssuePayload extends Payload {
  @Obj(() => Issue, { required: true }) issue!: Issue;
}

class IssueCommentPayload extends IssuePayload {
  @Obj(() => Comment, { required: true }) comment!: Comment;
}

class PullRequestPayload extends Payload {
  @Obj(() => PullRequest, { required: true }) pullrequest!: PullRequest;
}

class PullRequestCommentPayload extends PullRequestPayload {
  @Obj(() => Comment, { required: true }) comment!: Comment;
}

interface Wording {
  readonly verb: string;
  readonly rest?: string;
  readonly details?: readonly string[];
  readonly body?: string | undefined;
}

function messageOf(
  request: WebhookRequest,
  payload: Payload,
  kind: string,
  subject: Numbered,
  { verb, rest = '', ...wording }: Wording,
): BitbucketMessage {
  const numbered = { kind, number: subject.id, title: subject.title, url: pageOf(subject) };
  const object = `${numberedLink(numbered, request.hasOwnTopic)} ${rest}`.trim();
  return {
    topic: numberedTopic(payload.repository.name, numbered),
    content: actionContent({ actor: plain(actorOf(payload)), verb, object, ...wording }),
  };
}

const describeIssue =
  (verb: string, hasBody: boolean): Describe =>
  (request) => {
    const payload = readPayload(IssuePayload, request.body);
    const body = hasBody ? payload.issue.content?.raw : undefined;
    return [messageOf(request, payload, 'issue', payload.issue, { verb, body })];
  };

const verbFor = (action: string, comment: Comment): string =>
  action === 'commented' ? `${link(action, pageOf(comment))} on` : `${action} a ${link('comment', pageOf(comment))} on`;

const describeIssueComment: Describe = (request) => {
  const payload = readPayload(IssueCommentPayload, request.body);
  const { issue, comment } = payload;
  const verb = verbFor('commented', comment);
  return [messageOf(request, payload, 'issue', issue, { verb, body: comment.content?.raw })];
};

const branchesOf = ({ source, destination }: PullRequest): string =>
  betweenBranches(source?.branch?.name, destination?.branch?.name);

/** With branches, reviewers and description. */
const describeWhole =
  (verb: string): Describe =>
  (request) => {
    const payload = readPayload(PullRequestPayload, request.body);
    const { pullrequest } = payload;
    const reviewers = (pullrequest.reviewers ?? []).flatMap((user) => nameOf(user) ?? []);
    return [
      messageOf(request, payload, 'PR', pullrequest, {
        verb,
        rest: branchesOf(pullrequest),
        details: [reviewers.length === 0 ? '' : `reviewers: ${enumeration(reviewers.map(plain))}`],
        body: pullrequest.description,
      }),
    ];
  };

const describeAction =
  (verb: string): Describe =>
  (request) => {
    const payload = readPayload(PullRequestPayload, request.body);
    const rest = verb === 'merged' ? branchesOf(payload.pullrequest) : '';
    return [messageOf(request, payload, 'PR', payload.pullrequest, { verb, rest })];
  };

const describeComment =
  (action: string): Describe =>
  (request) => {
    const payload = readPayload(PullRequestCommentPayload, request.body);
    const { pullrequest, comment } = payload;
    const verb = verbFor(action, comment);
    return [messageOf(request, payload, 'PR', pullrequest, { verb, body: comment.content?.raw })];
  };

export const DISCUSSION_EVENTS: Readonly<Record<string, Describe>> = {
  'issue:created': describeIssue('created', true),
  'issue:updated': describeIssue('updated', false),
  'issue:comment_created': describeIssueComment,
  'pullrequest:created': describeWhole('created'),
  'pullrequest:updated': describeWhole('updated'),
  'pullrequest:approved': describeAction('approved'),
  'pullrequest:unapproved': describeAction('unapproved'),
  'pullrequest:changes_request_created': describeAction('requested changes on'),
  'pullrequest:changes_request_removed': describeAction('withdrew the request for changes on'),
  'pullrequest:fulfilled': describeAction('merged'),
  'pullrequest:rejected': describeAction('rejected'),
  'pullrequest:comment_created': describeComment('commented'),
  'pullrequest:comment_updated': describeComment('updated'),
  'pullrequest:comment_deleted': describeComment('deleted'),
};
