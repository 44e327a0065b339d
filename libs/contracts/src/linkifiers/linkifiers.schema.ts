import { badRequest } from '../errors/api-errors.js';
import { Field, Id, ListOf } from '../kit/fields.js';
import { refined, text } from '../kit/types/index.js';

/** Per realm: each linkifier costs time on every message. */
export const MAX_LINKIFIERS = 200;

const part = refined(text({ max: 2_000 }), (value) => {
  if (value.trim() === '') throw badRequest('This field cannot be blank.');
});

/** A rule that turns matching text into a link. */
export class LinkifierFields {
  /** Unique in the realm. */
  @Field(part, { description: 'RE2 syntax. Its named groups are the variables of the URL template.' }) pattern!: string;
  @Field(part, { description: 'RFC 6570.' }) urlTemplate!: string;
}

/** A linkifier of the realm; endpoints name its id `filter_id`. */
export class Linkifier extends LinkifierFields {
  @Id() id!: number;
}

/** In order of application. */
export class LinkifierList {
  @ListOf(Linkifier) linkifiers!: readonly Linkifier[];
}
