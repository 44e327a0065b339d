import { code, enumeration, link, plain } from '../text/markdown.js';
import { withQuote } from '../text/phrases.js';

/** An action on an issue, a pull request or the like. */
export interface Action {
  /** Markdown. */
  readonly actor: string;
  /** Past tense. */
  readonly verb: string;
  /** Markdown of the object, a link as a rule. */
  readonly object: string;
  /** Markdown, each in parentheses. Blank ones are left out. */
  readonly details?: readonly string[];
  /** Markdown of the service. */
  readonly body?: string | undefined;
}

/** "ana opened [issue #3](…) (assigned to ben):", and the body in a quote block. */
export function actionContent({ actor, verb, object, details = [], body = '' }: Action): string {
  const inParentheses = details.filter((detail) => detail !== '').map((detail) => ` (${detail})`);
  return withQuote(`${actor} ${verb} ${object}${inParentheses.join('')}`, body);
}

export const assignedTo = (names: readonly string[]): string =>
  names.length === 0 ? '' : `assigned to ${enumeration(names.map(plain))}`;

/** "from `changes` to `main`"; empty without branches. */
export function betweenBranches(from: string | undefined, to: string | undefined): string {
  return [from && `from ${code(from)}`, to && `to ${code(to)}`].filter(Boolean).join(' ');
}

export interface Numbered {
  /** "issue", "PR" or "MR". */
  readonly kind: string;
  readonly number: string;
  readonly title?: string | undefined;
  readonly url?: string | undefined;
}

/** The title is only in the text where the topic does not have it. */
export const numberedLink = ({ kind, number, title, url }: Numbered, withTitle: boolean): string =>
  link(`${kind} #${number}${withTitle && title ? ` ${title}` : ''}`, url);

export const numberedTopic = (repository: string, { kind, number, title = '' }: Numbered): string =>
  `${repository} / ${kind} #${number} ${title}`.trim();

export const branchTopic = (repository: string, branch: string): string => `${repository} / ${branch}`;

/** In a topic of the address, messages of several repositories may meet. */
export const fromRepository = (repository: string, url: string | undefined, content: string): string =>
  `[${link(repository, url)}] ${content}`;
