import { actionContent, assignedTo, numberedLink, numberedTopic } from '../../incoming-webhooks/git/actions.js';
import { Any, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { code, link, plain } from '../../incoming-webhooks/text/markdown.js';
import { withQuote } from '../../incoming-webhooks/text/phrases.js';
import { Comment, Numbered, Payload, repositoryOf, senderOf, User } from './github.payload.js';
import type { EventKind, GithubEvent, GithubMessage } from './github-event.js';

class Issue extends Numbered {
  /** Present if the issue is a pull request. */
  @Any() pullRequest?: unknown;
}

class Label {
  @Text() name?: string;
}

class Milestone {
  @Text() title?: string;
}

class IssuePayload extends Payload {
  @Obj(() => Issue, { required: true }) issue!: Issue;
  @Obj(() => User) assignee?: User;
  @Obj(() => Label) label?: Label;
  @Obj(() => Milestone) milestone?: Milestone;
}

class IssueCommentPayload extends IssuePayload {
  @Obj(() => Comment, { required: true }) comment!: Comment;
}

class Category {
  @Text() name?: string;
}

class Discussion extends Numbered {
  @Obj(() => Category) category?: Category;
}

class DiscussionPayload extends Payload {
  @Obj(() => Discussion, { required: true }) discussion!: Discussion;
}

class DiscussionCommentPayload extends DiscussionPayload {
  @Obj(() => Comment, { required: true }) comment!: Comment;
}

/** Actions that show the text of the issue or discussion. */
const WITH_BODY = new Set(['opened', 'edited', 'created']);

function detailOf(action: string, { assignee, issue, label, milestone }: IssuePayload): string {
  switch (action) {
    case 'opened':
      return assignedTo((issue.assignees ?? []).map(({ login }) => login));
    case 'assigned':
      return assignedTo([assignee ?? issue.assignee].flatMap((user) => user?.login ?? []));
    case 'unassigned':
      return assignee ? `no longer assigned to ${plain(assignee.login)}` : '';
    case 'labeled':
    case 'unlabeled':
      return label?.name ? `label ${code(label.name)}` : '';
    case 'milestoned':
    case 'demilestoned':
      return milestone?.title ? `milestone ${plain(milestone.title)}` : '';
    default:
      return '';
  }
}

/** Also for comments on pull requests, which GitHub sends as comments on issues. */
const numberedOf = ({ issue }: IssuePayload) => ({
  kind: issue.pullRequest == null ? 'issue' : 'PR',
  ...issue,
  url: issue.htmlUrl,
});

function describeIssue({ body, action, request }: GithubEvent): GithubMessage {
  const payload = readPayload(IssuePayload, body);
  const issue = numberedOf(payload);
  return {
    topic: numberedTopic(repositoryOf(payload).name, issue),
    content: actionContent({
      actor: plain(senderOf(payload)),
      verb: action,
      object: numberedLink(issue, request.hasOwnTopic),
      details: [detailOf(action, payload)],
      body: WITH_BODY.has(action) ? issue.body : undefined,
    }),
  };
}

/** "[commented](…)" for a new comment, otherwise for example "edited a [comment](…)". */
export const commentVerb = (action: string, { htmlUrl }: Comment): string =>
  action === 'created' ? link('commented', htmlUrl) : `${action} a ${link('comment', htmlUrl)}`;

function describeIssueComment({ body, action, request }: GithubEvent): GithubMessage {
  const payload = readPayload(IssueCommentPayload, body);
  const issue = numberedOf(payload);
  return {
    topic: numberedTopic(repositoryOf(payload).name, issue),
    content: actionContent({
      actor: plain(senderOf(payload)),
      verb: `${commentVerb(action, payload.comment)} on`,
      object: numberedLink(issue, request.hasOwnTopic),
      body: payload.comment.body,
    }),
  };
}

const discussionTopic = (payload: DiscussionPayload): string =>
  `${repositoryOf(payload).name} discussion #${payload.discussion.number}: ${payload.discussion.title}`;

const DISCUSSION_VERBS: Readonly<Record<string, string>> = {
  answered: 'marked an answer of',
  unanswered: 'unmarked the answer of',
  category_changed: 'changed the category of',
};

function describeDiscussion({ body, action }: GithubEvent): GithubMessage {
  const payload = readPayload(DiscussionPayload, body);
  const { number, title, htmlUrl, category, body: text } = payload.discussion;
  return {
    topic: discussionTopic(payload),
    content: actionContent({
      actor: plain(senderOf(payload)),
      verb: DISCUSSION_VERBS[action] ?? action,
      object: link(`discussion #${number}: ${title}`, htmlUrl),
      details: [category?.name ? `category ${plain(category.name)}` : ''],
      body: WITH_BODY.has(action) ? text : undefined,
    }),
  };
}

function describeDiscussionComment({ body, action, request }: GithubEvent): GithubMessage {
  const payload = readPayload(DiscussionCommentPayload, body);
  const { number, title, htmlUrl } = payload.discussion;
  const name = `discussion #${number}${request.hasOwnTopic ? `: ${title}` : ''}`;
  const verb = commentVerb(action, payload.comment);
  return {
    topic: discussionTopic(payload),
    content: withQuote(`${plain(senderOf(payload))} ${verb} on ${link(name, htmlUrl)}`, payload.comment.body),
  };
}

const COMMENT_ACTIONS = ['created', 'edited', 'deleted'];
const LOCKS = ['locked', 'unlocked', 'pinned', 'unpinned', 'transferred'];

export const ISSUE_EVENTS: Readonly<Record<string, EventKind>> = {
  issues: {
    actions: [
      ...['opened', 'edited', 'closed', 'reopened', 'deleted', 'assigned', 'unassigned', ...LOCKS],
      ...['labeled', 'unlabeled', 'milestoned', 'demilestoned', 'typed', 'untyped'],
    ],
    describe: describeIssue,
  },
  issue_comment: { actions: COMMENT_ACTIONS, describe: describeIssueComment },
  discussion: {
    actions: ['created', 'edited', 'closed', 'reopened', 'deleted', ...LOCKS, ...Object.keys(DISCUSSION_VERBS)],
    ignored: ['labeled', 'unlabeled'],
    describe: describeDiscussion,
  },
  discussion_comment: { actions: COMMENT_ACTIONS, describe: describeDiscussionComment },
};
