import { Obj, Text } from '../payload/fields.js';
import type { Commit } from './commits.js';

/** A person as a commit names it. GitLab has no username. */
export class Author {
  @Text() name?: string;
  @Text() username?: string;
}

/** A commit in the push events of GitHub, GitLab, Gogs and Gitea. */
export class PushedCommit {
  @Text({ required: true }) id!: string;
  @Text() url?: string;
  @Text() message?: string;
  @Obj(() => Author) author?: Author;
}

export const commitOf = ({ id, url, message, author }: PushedCommit): Commit => ({
  hash: id,
  url,
  message,
  author: author?.username || author?.name,
});
