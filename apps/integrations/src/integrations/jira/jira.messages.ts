import { plain } from '../../incoming-webhooks/text/markdown.js';
import { bold, bullet, lines, withQuote } from '../../incoming-webhooks/text/phrases.js';
import { assigneeOf, assignment, issueLink, nameOf } from './jira.issue.js';
import { withNames } from './jira.names.js';
import type { Change, JiraEvent } from './jira.payload.js';

const COMMENT_VERBS = new Map([
  ['issue_commented', 'commented on'],
  ['issue_comment_edited', 'edited a comment on'],
  ['issue_comment_deleted', 'deleted a comment from'],
]);

const bodyOf = (event: JiraEvent): string | undefined => withNames(event.comment?.body, event);

export function created(event: JiraEvent): string {
  return lines(
    `${nameOf(event.user)} created ${issueLink(event)}:\n`,
    bullet('Priority', bold(event.issue?.fields?.priority?.name ?? 'none')),
    bullet('Assignee', assigneeOf(event) ?? '**no one**'),
  );
}

export const deleted = (event: JiraEvent): string => `${nameOf(event.user)} deleted ${issueLink(event)}.`;

export const commentMessage =
  (verb: string) =>
  (event: JiraEvent): string => {
    const { comment, user } = event;
    const person = comment?.updateAuthor ?? comment?.author ?? user;
    return withQuote(`${nameOf(person)} ${verb} ${issueLink(event)}${assignment(event)}`, bodyOf(event));
  };

/** Comments, changed fields and transitions are all one event of Jira. */
export function updated(event: JiraEvent): string {
  const { comment, user, changelog, transition } = event;
  const kind = event.issueEventTypeName ?? (comment ? 'issue_commented' : '');
  const subject = `${issueLink(event)}${assignment(event)}`;
  const verb = COMMENT_VERBS.get(kind);
  if (verb !== undefined) return withQuote(`${nameOf(user ?? comment?.author)} ${verb} ${subject}`, bodyOf(event));

  const changes = changelog?.items?.map(describe) ?? [];
  const transitions = transition ? [describe({ field: 'status', ...transition })] : [];
  const list = [...changes, ...transitions].filter((change) => change !== undefined);
  const sentence = `${nameOf(user)} updated ${subject}`;
  const text = list.length === 0 ? `${sentence}.` : `${sentence}:\n\n${list.join('\n')}`;
  return comment?.body ? withQuote(`${text}\n\nComment`, bodyOf(event)) : text;
}

function describe({ field, before, after }: Change): string | undefined {
  if (!before && !after) return undefined;
  const from = before ? ` from **${plain(before)}**` : '';
  const to = after ? ` to **${plain(after)}**` : '';
  return after ? `* Changed ${plain(field ?? 'a field')}${from}${to}` : `* Removed ${plain(field ?? 'a field')}${from}`;
}
