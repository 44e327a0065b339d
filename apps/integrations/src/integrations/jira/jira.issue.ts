import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { bold } from '../../incoming-webhooks/text/phrases.js';
import type { JiraEvent, Person } from './jira.payload.js';

/** The key and the summary; very old servers send neither with a comment, but the address of the comment names the issue's id. */
export function topicOf({ issue, comment }: JiraEvent): string | undefined {
  const { key, fields } = issue ?? {};
  if (key !== undefined && fields?.summary !== undefined) return `${key}: ${fields.summary}`;
  return key ?? fields?.summary ?? issue?.id ?? idIn(issue?.self) ?? idIn(comment?.self);
}

const idIn = (address: string | undefined): string | undefined => /\/issue\/(\w+)/.exec(address ?? '')?.[1];

export function issueLink(event: JiraEvent): string {
  const key = event.issue?.key;
  const server = serverOf(event);
  const address = key && server ? `${server}/browse/${encodeURIComponent(key)}` : undefined;
  return link(topicOf(event) ?? 'an issue', address);
}

/** Every part of a payload has the address of its object in the REST API. */
function serverOf({ issue, comment, user }: JiraEvent): string | undefined {
  const { project, priority, assignee } = issue?.fields ?? {};
  for (const part of [issue, comment, user, project, priority, assignee]) {
    const server = /^(https?:\/\/.+?)\/rest\/(?:api|agile)\//.exec(part?.self ?? '')?.[1];
    if (server !== undefined) return server;
  }
  return undefined;
}

export const nameOf = (person: Person | undefined): string =>
  plain(person?.displayName ?? person?.name ?? 'A person in Jira');

/** Name and address; absent without an assignee. */
export function assigneeOf({ issue }: JiraEvent): string | undefined {
  const { displayName, name, emailAddress } = issue?.fields?.assignee ?? {};
  const shown = displayName ?? name ?? emailAddress;
  if (shown === undefined) return undefined;
  return emailAddress === undefined || emailAddress === shown ? bold(shown) : `${bold(shown)}, ${plain(emailAddress)}`;
}

/** In parentheses after the issue. */
export function assignment(event: JiraEvent): string {
  const assignee = assigneeOf(event);
  return assignee === undefined ? '' : ` (assigned to ${assignee})`;
}
