import { badRequest } from '../errors/api-errors.js';
import { Field, Id, ListOf, OneOf, Text } from '../kit/fields.js';
import { id, mapped, number, RefuseUnknownFields, refined } from '../kit/types/index.js';

/** The empty type is a draft without a recipient. */
export const DRAFT_TYPES = ['', 'stream', 'private'] as const;
type DraftType = (typeof DRAFT_TYPES)[number];

export const MAX_DRAFTS_PER_REQUEST = 1_000;
export const MAX_DRAFTS_PER_USER = 5_000;
/** In the register response, newest first. */
export const MAX_DRAFTS_IN_REGISTER = 1_000;

const notNegative = refined(number(), (seconds) => {
  if (seconds < 0) throw badRequest('Timestamp must not be negative.');
});
/** Seconds since the epoch. Clients may send a fraction; the server drops it. */
const editTime = () => mapped(notNegative, Math.floor, number().problemOf);

/** A draft in a request. */
@RefuseUnknownFields()
export class DraftFields {
  @OneOf(DRAFT_TYPES) type!: DraftType;
  /** One stream id, user ids, or empty, depending on `type`. */
  @ListOf(id()) to!: readonly number[];
  @Text({ controlCharacters: 'allowed' }) topic!: string;
  @Text({ controlCharacters: 'allowed' }) content!: string;
  /** UTC seconds; the time of the request if absent. */
  @Field(editTime(), { optional: true, description: 'Last edit, in seconds.' }) timestamp?: number;
}

/** A stored draft. */
export class Draft {
  @Id() id!: number;
  @OneOf(DRAFT_TYPES) type!: DraftType;
  @ListOf(id()) to!: readonly number[];
  @Text() topic!: string;
  @Text() content!: string;
  @Field(editTime(), { description: 'Last edit, in seconds.' }) timestamp!: number;
}
