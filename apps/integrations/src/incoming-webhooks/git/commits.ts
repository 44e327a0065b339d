import { code, enumeration, firstLine, link, plain } from '../text/markdown.js';

export interface Commit {
  readonly hash: string;
  readonly url?: string | undefined;
  readonly message?: string | undefined;
  /** Under the name that the actor of the push would have. */
  readonly author?: string | undefined;
}

const SHOWN_COMMITS = 20;
const NAMED_AUTHORS = 3;
const HASH_LENGTH = 11;

/** Stands for no commit. */
const NO_HASH = /^0+$/;

/** The hash of a commit, or undefined for the zeros before a branch is created and after it is deleted. */
export const existing = (hash: string | undefined): string | undefined =>
  hash === undefined || NO_HASH.test(hash) ? undefined : hash;

export const shortHash = (hash: string): string => hash.slice(0, HASH_LENGTH);

export const hashLink = (hash: string, url?: string): string => link(shortHash(hash), url);

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** "Commits by ana (3) and ben (1)."; empty if all are of the actor. */
export function authorsOf(commits: readonly Commit[], actor: string): string {
  const numbers = new Map<string, number>();
  for (const { author } of commits) if (author) numbers.set(author, (numbers.get(author) ?? 0) + 1);
  if (numbers.size === 0 || (numbers.size === 1 && numbers.has(actor))) return '';
  const sorted = [...numbers].sort(([, a], [, b]) => b - a);
  const named = sorted.slice(0, NAMED_AUTHORS).map(([author, number]) => `${plain(author)} (${number})`);
  const others = sorted.slice(NAMED_AUTHORS).reduce((sum, [, number]) => sum + number, 0);
  return `Commits by ${enumeration(others > 0 ? [...named, `others (${others})`] : named)}.`;
}

/** A bullet for each commit. `total`: all commits of the push, if the service leaves some out. */
export function commitList(commits: readonly Commit[], total = commits.length): string {
  const shown = commits.slice(0, SHOWN_COMMITS).map(({ hash, url, message }) => {
    const subject = plain(firstLine(message ?? ''));
    return `* ${subject === '' ? '' : `${subject} `}(${hashLink(hash, url)})`;
  });
  const others = Math.max(total, commits.length) - shown.length;
  return others > 0 ? `${shown.join('\n')}\n\n…and ${counted(others, 'more commit')}` : shown.join('\n');
}

export const branchName = (branch: string): string => `branch ${code(branch)}`;
