import { Any, Bool, List, Obj, Text } from '../payload/fields.js';
import { PushedCommit } from './pushed-commit.js';

/** Payloads of Gogs, and of Gitea and Forgejo, which descend from it. */

class User {
  @Text() login?: string;
  @Text() username?: string;
}

export const nameOf = (user: User | undefined): string | undefined => user?.login || user?.username;

class Repository {
  @Text({ required: true }) name!: string;
  @Text() htmlUrl?: string;
}

export class Payload {
  @Obj(() => Repository, { required: true }) repository!: Repository;
  @Obj(() => User) sender?: User;
}

class Numbered {
  @Text({ required: true }) number!: string;
  @Text({ required: true }) title!: string;
  @Text() body?: string;
  @Text() htmlUrl?: string;
  @Obj(() => User) assignee?: User;
  @List(() => User) assignees?: User[];
}

class Issue extends Numbered {
  /** Present if the issue is a pull request. */
  @Any() pullRequest?: unknown;
}

export class IssuePayload extends Payload {
  @Obj(() => Issue, { required: true }) issue!: Issue;
}

class Comment {
  @Text() htmlUrl?: string;
  @Text() body?: string;
}

class WithId {
  @Text() id?: string;
}

export class CommentPayload extends IssuePayload {
  @Obj(() => Comment, { required: true }) comment!: Comment;
  /** Gitea sends it with comments on pull requests. */
  @Obj(() => WithId) pullRequest?: WithId;
}

class Branch {
  @Text() ref?: string;
}

class PullRequest extends Numbered {
  @Text() id?: string;
  @Text() url?: string;
  @Bool() merged?: boolean;
  @Obj(() => User) mergedBy?: User;
  /** Gitea. */
  @Obj(() => Branch) head?: Branch;
  @Obj(() => Branch) base?: Branch;
  /** Gogs. */
  @Text() headBranch?: string;
  @Text() baseBranch?: string;
}

export class PullRequestPayload extends Payload {
  @Obj(() => PullRequest, { required: true }) pullRequest!: PullRequest;
}

export class PushPayload extends Payload {
  @Text({ required: true }) ref!: string;
  @Text() before?: string;
  @Text() after?: string;
  @Text() compareUrl?: string;
  @Text() totalCommits?: string;
  @List(() => PushedCommit) commits?: PushedCommit[];
  @Obj(() => User) pusher?: User;
}

export class RefPayload extends Payload {
  @Text({ required: true }) ref!: string;
  @Text() refType?: string;
}

class Release {
  @Text({ required: true }) tagName!: string;
  @Text() name?: string;
  @Text() body?: string;
}

export class ReleasePayload extends Payload {
  @Obj(() => Release, { required: true }) release!: Release;
}
