import { List, MismatchedPayload, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class User {
  @Text() name?: string;
  @Text() username?: string;
}

export class Project {
  @Text({ required: true }) name!: string;
  @Text() homepage?: string;
  @Text() webUrl?: string;
}

/** Parts of all events. */
export class Payload {
  @Text() objectKind?: string;
  @Text() eventName?: string;
  @Obj(() => User) user?: User;
  @Obj(() => Project) project?: Project;
  /** The project in other words; jobs have only this. */
  @Obj(() => Project) repository?: Project;
}

/** Parts of issues and of merge requests. */
export class Numbered {
  @Text({ required: true }) iid!: string;
  @Text({ required: true }) title!: string;
  @Text() url?: string;
  @Text() description?: string;
  @Text() action?: string;
}

export class Assigned extends Payload {
  @Obj(() => User) assignee?: User;
  @List(() => User) assignees?: User[];
}

export function projectOf({ project, repository }: Payload): Project {
  const found = project ?? repository;
  if (found === undefined) throw new MismatchedPayload('project');
  return found;
}

export const pageOf = ({ homepage, webUrl }: Project): string | undefined => homepage ?? webUrl;

export function nameOf(user: User | undefined): string {
  const name = user?.name ?? user?.username;
  if (name === undefined) throw new MismatchedPayload('user');
  return name;
}

export const assigneesOf = ({ assignees = [], assignee }: Assigned): string[] =>
  (assignees.length > 0 ? assignees : [assignee]).flatMap((user) => user?.name ?? user?.username ?? []);

/** Markdown without its HTML comments, which templates of descriptions are full of. */
export function withoutComments(text = ''): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    parts.push(text.slice(at, start));
    const end = text.indexOf('-->', start + 4);
    if (end === -1) return parts.join('');
    at = end + 3;
  }
  return [...parts, text.slice(at)].join('');
}
