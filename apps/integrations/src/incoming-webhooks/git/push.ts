import { code, link, plain } from '../text/markdown.js';
import { authorsOf, branchName, type Commit, commitList, counted, hashLink } from './commits.js';

export interface Push {
  readonly actor: string;
  readonly branch: string;
  readonly branchUrl?: string | undefined;
  /** Page that compares the states before and after. */
  readonly compareUrl?: string | undefined;
  readonly commits: readonly Commit[];
  /** Number of all commits, if the service leaves some out. */
  readonly total?: number | undefined;
  readonly isForced?: boolean | undefined;
  /** Whether there may be even more commits than `commits` and `total` say. */
  readonly isTruncated?: boolean | undefined;
  /** The commit that the branch has now. */
  readonly head?: Commit | undefined;
}

/** Text of a push to a branch that exists afterwards. */
export function pushContent(push: Push): string {
  const { actor, branch, branchUrl, compareUrl, commits, isForced } = push;
  const verb = link(isForced ? 'force-pushed' : 'pushed', compareUrl);
  const sentences = [
    `${plain(actor)} ${verb} ${amountOf(push)} to ${branchUrl ? `branch ${link(branch, branchUrl)}` : branchName(branch)}.`,
  ];
  if (push.head && (isForced || commits.length === 0)) {
    sentences.push(`The head is now ${hashLink(push.head.hash, push.head.url)}.`);
  }
  const authors = authorsOf(commits, actor);
  if (authors) sentences.push(authors);
  const text = sentences.join(' ');
  return commits.length === 0 ? text : `${text}\n\n${commitList(commits, push.total)}`;
}

function amountOf({ commits, total = 0, isTruncated }: Push): string {
  const count = Math.max(total, commits.length);
  if (count === 0) return 'no new commits';
  return isTruncated ? `more than ${counted(count, 'commit')}` : counted(count, 'commit');
}

interface NewBranch {
  readonly actor: string;
  readonly branch: string;
  readonly url?: string | undefined;
  readonly head?: Commit | undefined;
}

/** Text of a push of a new branch at a commit that another branch has, too. */
export function createdBranch({ actor, branch, url, head }: NewBranch): string {
  const at = head ? ` at ${hashLink(head.hash, head.url)}` : '';
  return `${plain(actor)} ${link('pushed', url)} the new ${branchName(branch)}${at} without commits of its own.`;
}

export const deletedBranch = (actor: string, branch: string, url?: string): string =>
  `${plain(actor)} ${link('deleted', url)} the ${branchName(branch)}.`;

export function pushedTag(actor: string, tag: string, url: string | undefined, isDeleted: boolean): string {
  return `${plain(actor)} ${isDeleted ? 'removed' : 'pushed'} the tag ${url ? link(tag, url) : code(tag)}.`;
}
