import { List, MismatchedPayload, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

export class User {
  @Text({ required: true }) login!: string;
  @Text() htmlUrl?: string;
}

export class Repository {
  @Text({ required: true }) name!: string;
  @Text() fullName?: string;
  @Text() htmlUrl?: string;
}

export class Organization {
  @Text({ required: true }) login!: string;
}

/** Parts of all events. */
export class Payload {
  @Obj(() => User) sender?: User;
  @Obj(() => Repository) repository?: Repository;
  @Obj(() => Organization) organization?: Organization;
}

/** Parts of issues and of pull requests. */
export class Numbered {
  @Text({ required: true }) number!: string;
  @Text({ required: true }) title!: string;
  @Text() htmlUrl?: string;
  @Text() body?: string;
  @Obj(() => User) assignee?: User;
  @List(() => User) assignees?: User[];
}

export class Comment {
  @Text() htmlUrl?: string;
  @Text() body?: string;
  @Text() commitId?: string;
}

export class Team {
  @Text({ required: true }) name!: string;
  @Text() htmlUrl?: string;
  @Text() description?: string;
  @Text() privacy?: string;
}

export function repositoryOf({ repository }: Payload): Repository {
  if (repository === undefined) throw new MismatchedPayload('repository');
  return repository;
}

export function senderOf({ sender }: Payload): string {
  if (sender === undefined) throw new MismatchedPayload('sender');
  return sender.login;
}
