import { List, MismatchedPayload, Obj, Text } from '../../incoming-webhooks/payload/fields.js';
import { link } from '../../incoming-webhooks/text/markdown.js';

class Link {
  @Text() href?: string;
}

class Links {
  @List(() => Link) self?: Link[];
}

/** A thing that has a page. */
export class Linked {
  @Obj(() => Links) links?: Links;
}

export class User extends Linked {
  @Text() slug?: string;
  @Text() name?: string;
  @Text({ key: 'displayName' }) displayName?: string;
}

export class Repository extends Linked {
  @Text({ required: true }) slug!: string;
  @Text() name?: string;
  @Obj(() => Repository) origin?: Repository;
}

export class Comment {
  @Text() id?: string;
  @Text() text?: string;
}

/** Parts of all events. */
export class Payload {
  @Text({ key: 'eventKey' }) eventKey?: string;
  @Obj(() => User) actor?: User;
}

export class InRepository extends Payload {
  @Obj(() => Repository, { required: true }) repository!: Repository;
}

export const pageOf = (thing: Linked | undefined): string | undefined => thing?.links?.self?.[0]?.href;

export const userLink = (user: User): string => link(user.slug ?? user.name ?? user.displayName ?? '', pageOf(user));

/** Markdown: a link to the profile. */
export function actorOf({ actor }: Payload): string {
  if (actor === undefined) throw new MismatchedPayload('actor');
  return userLink(actor);
}

/** Each line that has a text, struck through. */
export const struckThrough = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? line : `~~${line.trim()}~~`))
    .join('\n');

export const nameOf = (repository: Repository): string => repository.name ?? repository.slug;
