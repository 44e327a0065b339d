import { List, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class Person {
  @Text() self?: string;
  @Text({ key: 'displayName' }) displayName?: string;
  /** Name on a server; absent in the cloud. */
  @Text() name?: string;
  @Text() key?: string;
  /** In the cloud. */
  @Text({ key: 'accountId' }) accountId?: string;
  @Text({ key: 'emailAddress' }) emailAddress?: string;
}

export class Named {
  @Text() name?: string;
  @Text() self?: string;
}

export class IssueFields {
  @Text() summary?: string;
  @Obj(() => Named) priority?: Named;
  @Obj(() => Person) assignee?: Person;
  @Obj(() => Person) reporter?: Person;
  @Obj(() => Person) creator?: Person;
  @Obj(() => Named) project?: Named;
}

export class Issue {
  @Text() id?: string;
  @Text() key?: string;
  @Text() self?: string;
  @Obj(() => IssueFields) fields?: IssueFields;
}

export class Comment {
  @Text() self?: string;
  @Text() body?: string;
  @Obj(() => Person) author?: Person;
  @Obj(() => Person, { key: 'updateAuthor' }) updateAuthor?: Person;
}

export class Change {
  @Text() field?: string;
  @Text({ key: 'fromString' }) before?: string;
  @Text({ key: 'toString' }) after?: string;
}

export class Changelog {
  @List(() => Change) items?: Change[];
}

/** Sent by a workflow's post function. */
export class Transition {
  @Text({ key: 'from_status' }) before?: string;
  @Text({ key: 'to_status' }) after?: string;
}

export class JiraEvent {
  /** Absent for a workflow transition. */
  @Text({ key: 'webhookEvent' }) webhookEvent?: string;
  /** Refines `jira:issue_updated`. */
  @Text() issueEventTypeName?: string;
  @Obj(() => Person) user?: Person;
  @Obj(() => Issue) issue?: Issue;
  @Obj(() => Comment) comment?: Comment;
  @Obj(() => Changelog) changelog?: Changelog;
  @Obj(() => Transition) transition?: Transition;
}
