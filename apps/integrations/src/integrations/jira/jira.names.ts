import { plain } from '../../incoming-webhooks/text/markdown.js';
import type { JiraEvent, Person } from './jira.payload.js';

/** `[~name]`, `[~key]`, and `[~accountid:…]` of the cloud. */
const MENTION = /\[~(?:accountid:)?([^\][\n]{1,255})\]/g;

/** The text of a person in which mentions of Jira are names, as far as the event has the people. They mention no one here. */
export function withNames(text: string | undefined, event: JiraEvent): string | undefined {
  const names = namesIn(event);
  return text?.replace(MENTION, (mention, id: string) => names.get(id) ?? mention);
}

function namesIn({ user, comment, issue }: JiraEvent): ReadonlyMap<string, string> {
  const { assignee, reporter, creator } = issue?.fields ?? {};
  const people = [user, comment?.author, comment?.updateAuthor, assignee, reporter, creator];
  return new Map(people.flatMap((person) => (person === undefined ? [] : idsOf(person))));
}

function idsOf({ displayName, name, key, accountId }: Person): [string, string][] {
  if (displayName === undefined) return [];
  return [name, key, accountId].flatMap((id) =>
    id === undefined ? [] : [[id, plain(displayName)] as [string, string]],
  );
}
