import { actionContent, betweenBranches, numberedLink, numberedTopic } from '../../incoming-webhooks/git/actions.js';
import { List, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { code, enumeration, link } from '../../incoming-webhooks/text/markdown.js';
import {
  actorOf,
  Comment,
  Linked,
  Payload,
  pageOf,
  Repository,
  struckThrough,
  User,
  userLink,
} from './bitbucket3.payload.js';
import type { Describe } from './bitbucket3-event.js';

class Ref {
  @Text({ key: 'displayId' }) displayId?: string;
}

class TargetRef extends Ref {
  @Obj(() => Repository, { required: true }) repository!: Repository;
}

class Participant {
  @Obj(() => User) user?: User;
}

class PullRequest extends Linked {
  @Text({ required: true }) id!: string;
  @Text({ required: true }) title!: string;
  @Text() description?: string;
  @Obj(() => Ref, { key: 'fromRef' }) fromRef?: Ref;
  @Obj(() => TargetRef, { key: 'toRef', required: true }) toRef!: TargetRef;
  @List(() => Participant) reviewers?: Participant[];
}

class PullRequestPayload extends Payload {
  @Obj(() => PullRequest, { key: 'pullRequest', required: true }) pullRequest!: PullRequest;
  @Text({ key: 'previousTitle' }) previousTitle?: string;
  @List(() => User, { key: 'addedReviewers' }) addedReviewers?: User[];
  @List(() => User, { key: 'removedReviewers' }) removedReviewers?: User[];
  @Obj(() => Comment) comment?: Comment;
}

interface Wording {
  readonly verb: string;
  readonly rest?: string;
  readonly details?: readonly string[];
  readonly body?: string | undefined;
}

const describe =
  (wordingOf: (payload: PullRequestPayload) => Wording): Describe =>
  (request) => {
    const payload = readPayload(PullRequestPayload, request.body);
    const { pullRequest } = payload;
    const { verb, rest = '', ...wording } = wordingOf(payload);
    const numbered = { kind: 'PR', number: pullRequest.id, title: pullRequest.title, url: pageOf(pullRequest) };
    const { repository } = pullRequest.toRef;
    return [
      {
        topic: numberedTopic(repository.slug, numbered),
        content: actionContent({
          actor: actorOf(payload),
          verb,
          object: `${numberedLink(numbered, request.hasOwnTopic)} ${rest}`.trim(),
          ...wording,
        }),
        repository,
      },
    ];
  };

const named = (label: string, users: readonly User[] = []): string =>
  users.length === 0 ? '' : `${label} ${enumeration(users.map(userLink))}`;

const branchesOf = ({ fromRef, toRef }: PullRequest): string => betweenBranches(fromRef?.displayId, toRef.displayId);

const reviewersOf = ({ reviewers = [] }: PullRequest): string =>
  named(
    'reviewers:',
    reviewers.flatMap(({ user }) => user ?? []),
  );

/** With branches, reviewers and description. */
const describeWhole = (verb: string): Describe =>
  describe(({ pullRequest, previousTitle }) => ({
    verb,
    rest: branchesOf(pullRequest),
    details: [
      previousTitle === undefined || previousTitle === pullRequest.title ? '' : `former title: ${code(previousTitle)}`,
      reviewersOf(pullRequest),
    ],
    body: pullRequest.description,
  }));

const describeReviewers = describe(({ addedReviewers, removedReviewers }) => ({
  verb: 'reassigned the reviewers of',
  details: [named('added', addedReviewers), named('removed', removedReviewers)],
}));

const describeComment = (action: string): Describe =>
  describe(({ pullRequest, comment }) => {
    const page = pageOf(pullRequest);
    const url = page && comment?.id ? `${page}/overview?commentId=${comment.id}` : page;
    const text = comment?.text ?? '';
    return {
      verb: action === 'commented' ? `${link(action, url)} on` : `${action} a ${link('comment', url)} on`,
      body: action === 'deleted' ? struckThrough(text) : text,
    };
  });

const describeNeedsWork = describe(() => ({ verb: 'marked', rest: 'as "needs work"' }));

export const PULL_REQUEST_EVENTS: Readonly<Record<string, Describe>> = {
  'pr:opened': describeWhole('opened'),
  'pr:modified': describeWhole('modified'),
  'pr:from_ref_updated': describe(({ pullRequest }) => ({ verb: 'pushed commits to', rest: branchesOf(pullRequest) })),
  'pr:merged': describe(({ pullRequest }) => ({ verb: 'merged', rest: branchesOf(pullRequest) })),
  'pr:declined': describe(() => ({ verb: 'declined' })),
  'pr:deleted': describe(() => ({ verb: 'deleted' })),
  'pr:reviewer:approved': describe(() => ({ verb: 'approved' })),
  'pr:reviewer:unapproved': describe(() => ({ verb: 'unapproved' })),
  'pr:reviewer:needs_work': describeNeedsWork,
  // The same event in newer versions.
  'pr:reviewer:changes_requested': describeNeedsWork,
  'pr:reviewer:updated': describeReviewers,
  'pr:comment:added': describeComment('commented'),
  'pr:comment:edited': describeComment('edited'),
  'pr:comment:deleted': describeComment('deleted'),
};
