import {
  actionContent,
  assignedTo,
  betweenBranches,
  numberedLink,
  numberedTopic,
} from '../../incoming-webhooks/git/actions.js';
import { Any, Bool, List, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { code, enumeration, link, plain } from '../../incoming-webhooks/text/markdown.js';
import { Comment, Numbered, Payload, repositoryOf, senderOf, Team, User } from './github.payload.js';
import type { EventKind, GithubEvent, GithubMessage } from './github-event.js';
import { commentVerb } from './issues.js';

class Branch {
  @Text() label?: string;
  @Text() ref?: string;
}

class AutoMerge {
  @Text() mergeMethod?: string;
}

class PullRequest extends Numbered {
  @Obj(() => Branch) head?: Branch;
  @Obj(() => Branch) base?: Branch;
  @Bool() merged?: boolean;
  @Text() activeLockReason?: string;
  @Obj(() => AutoMerge) autoMerge?: AutoMerge;
  @List(() => User) requestedReviewers?: User[];
  @List(() => Team) requestedTeams?: Team[];
}

class Changes {
  @Any() body?: unknown;
}

class PullRequestPayload extends Payload {
  @Obj(() => PullRequest, { required: true }) pullRequest!: PullRequest;
  @Obj(() => User) assignee?: User;
  @Obj(() => User) requestedReviewer?: User;
  @Obj(() => Team) requestedTeam?: Team;
  @Obj(() => Changes) changes?: Changes;
}

class Review {
  @Text() htmlUrl?: string;
  @Text() body?: string;
  @Text() state?: string;
}

class ReviewPayload extends PullRequestPayload {
  @Obj(() => Review, { required: true }) review!: Review;
}

class ReviewCommentPayload extends PullRequestPayload {
  @Obj(() => Comment, { required: true }) comment!: Comment;
}

/** How an action differs from "ana <action> PR #3.". */
interface Wording {
  readonly verb?: string;
  readonly details?: readonly string[];
  readonly body?: string | undefined;
  /** After the pull request. */
  readonly rest?: string;
}

const WORDINGS: Readonly<Record<string, (payload: PullRequestPayload) => Wording>> = {
  opened: ({ pullRequest: { head, base, body, assignee, assignees } }) => ({
    rest: betweenBranches(head?.label ?? head?.ref, base?.label ?? base?.ref),
    details: [assignedTo(loginsOf(assignees?.length ? assignees : [assignee]))],
    body,
  }),
  reopened: () => ({}),
  edited: ({ pullRequest: { body }, changes }) => ({ body: changes?.body === undefined ? undefined : body }),
  closed: ({ pullRequest: { merged } }) => ({ verb: merged ? 'merged' : 'closed without merge' }),
  synchronize: () => ({ verb: 'updated' }),
  assigned: ({ assignee, pullRequest }) => ({ rest: toOrFrom('to', assignee ?? pullRequest.assignee) }),
  unassigned: ({ assignee }) => ({ rest: toOrFrom('from', assignee) }),
  review_requested: (payload) => {
    const [requested, others] = reviewersOf(payload);
    return {
      verb: 'requested a review of',
      rest: requested === undefined ? '' : `from ${requested}`,
      details: [others.length === 0 ? '' : `already requested from ${enumeration(others)}`],
    };
  },
  ready_for_review: () => ({ verb: 'marked', rest: 'as ready for review' }),
  locked: ({ pullRequest: { activeLockReason: reason } }) => ({
    rest: reason ? `as ${plain(reason)}, and limited the conversation to collaborators` : '',
  }),
  unlocked: () => ({}),
  auto_merge_enabled: ({ pullRequest: { autoMerge } }) => ({
    verb: 'enabled auto merge for',
    details: [autoMerge?.mergeMethod ? `method ${code(autoMerge.mergeMethod)}` : ''],
  }),
  auto_merge_disabled: () => ({ verb: 'disabled auto merge for' }),
};

const loginsOf = (users: readonly (User | undefined)[]): string[] => users.flatMap((user) => user?.login ?? []);

const toOrFrom = (preposition: string, user: User | undefined): string =>
  user === undefined ? '' : `${preposition} ${link(user.login, user.htmlUrl)}`;

/** Links to the reviewer of the event, and to the earlier ones. */
function reviewersOf({ requestedReviewer, requestedTeam, pullRequest }: PullRequestPayload) {
  const people = [requestedReviewer, ...(pullRequest.requestedReviewers ?? [])].flatMap((user) =>
    user ? link(user.login, user.htmlUrl) : [],
  );
  const teams = [requestedTeam, ...(pullRequest.requestedTeams ?? [])].flatMap((team) =>
    team ? `the team ${link(team.name, team.htmlUrl)}` : [],
  );
  const [first, ...others] = new Set(requestedReviewer ? [...people, ...teams] : [...teams, ...people]);
  return [first, others] as const;
}

function messageOf(
  { request }: GithubEvent,
  payload: PullRequestPayload,
  { verb, rest, ...wording }: Wording & { verb: string },
): GithubMessage {
  const pullRequest = { kind: 'PR', ...payload.pullRequest, url: payload.pullRequest.htmlUrl };
  const object = numberedLink(pullRequest, request.hasOwnTopic);
  return {
    topic: numberedTopic(repositoryOf(payload).name, pullRequest),
    content: actionContent({
      actor: plain(senderOf(payload)),
      verb,
      object: rest ? `${object} ${rest}` : object,
      ...wording,
    }),
  };
}

function describePullRequest(event: GithubEvent): GithubMessage | null {
  const payload = readPayload(PullRequestPayload, event.body);
  const wording = WORDINGS[event.action]?.(payload);
  return wording ? messageOf(event, payload, { verb: event.action, ...wording }) : null;
}

const REVIEW_STATES: Readonly<Record<string, string>> = {
  approved: 'approved :thumbs_up:',
  changes_requested: 'changes requested :thumbs_down:',
};

function describeReview(event: GithubEvent): GithubMessage {
  const payload = readPayload(ReviewPayload, event.body);
  const { htmlUrl, body, state = '' } = payload.review;
  return messageOf(event, payload, {
    verb: `${event.action} ${link('a review', htmlUrl)} of`,
    details: [(Object.hasOwn(REVIEW_STATES, state) && REVIEW_STATES[state]) || ''],
    body,
  });
}

function describeReviewComment(event: GithubEvent): GithubMessage {
  const payload = readPayload(ReviewCommentPayload, event.body);
  const verb = `${commentVerb(event.action, payload.comment)} on`;
  return messageOf(event, payload, { verb, body: payload.comment.body });
}

export const PULL_REQUEST_EVENTS: Readonly<Record<string, EventKind>> = {
  pull_request: { actions: Object.keys(WORDINGS), ignored: 'rest', describe: describePullRequest },
  pull_request_review: { actions: ['submitted', 'edited', 'dismissed'], describe: describeReview },
  pull_request_review_comment: { actions: ['created', 'edited', 'deleted'], describe: describeReviewComment },
};
