import { List, MismatchedPayload, Obj, Text } from '../../incoming-webhooks/payload/fields.js';

class Link {
  @Text() href?: string;
}

class Links {
  @Obj(() => Link) html?: Link;
  @Obj(() => Link) commit?: Link;
}

/** A thing that has a page. */
export class Linked {
  @Obj(() => Links) links?: Links;
}

export class User {
  @Text() displayName?: string;
  @Text() nickname?: string;
  @Text() username?: string;
}

export class Repository extends Linked {
  @Text({ required: true }) name!: string;
  @Text() fullName?: string;
}

class Content {
  @Text() raw?: string;
}

export class Comment extends Linked {
  @Obj(() => Content) content?: Content;
  /** Present in comments on commits. */
  @Obj(() => Linked) commit?: Linked;
}

/** Parts of all events. */
export class Payload {
  @Obj(() => User) actor?: User;
  @Obj(() => Repository, { required: true }) repository!: Repository;
}

export class Numbered extends Linked {
  @Text({ required: true }) id!: string;
  @Text({ required: true }) title!: string;
}

export class Issue extends Numbered {
  @Obj(() => Content) content?: Content;
}

class Name {
  @Text() name?: string;
}

class Side {
  @Obj(() => Name) branch?: Name;
}

export class PullRequest extends Numbered {
  @Text() description?: string;
  @Text() state?: string;
  @Obj(() => Side) source?: Side;
  @Obj(() => Side) destination?: Side;
  @List(() => User) reviewers?: User[];
}

export const pageOf = (thing: Linked | undefined): string | undefined => thing?.links?.html?.href;

export const nameOf = (user: User | undefined): string | undefined =>
  user?.displayName ?? user?.nickname ?? user?.username;

export function actorOf({ actor }: Payload): string {
  const name = nameOf(actor);
  if (name === undefined) throw new MismatchedPayload('actor');
  return name;
}
