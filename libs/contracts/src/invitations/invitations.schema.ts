import { Bool, Id, ListOf, OneOf, Text, Timestamp } from '../kit/fields.js';
import { id, text } from '../kit/types/index.js';
import { ROLES, type Role } from '../roles.js';

/** Addresses in one request. */
export const MAX_INVITEES = 1_000;
/** Streams of one invitation. */
export const MAX_INVITED_STREAMS = 500;
/** Pending invitations of a realm, and its links. */
export const MAX_INVITATIONS = 20_000;
/** Ten days. */
export const DEFAULT_INVITATION_MINUTES = 14_400;

/** Groups of default streams that a new user chooses. */
export const MAX_CHOSEN_STREAM_GROUPS = 100;

/** The way in which a person joined. */
export class Joining {
  /** Null: without an invitation. */
  @Id({ nullable: true }) inviterId!: number | null;
  /** Streams of the invitation. Empty: the default streams. */
  @ListOf(id(), { max: MAX_INVITED_STREAMS }) streamIds!: readonly number[];
  /** Names of groups of default streams. Unknown groups have no effect. */
  @ListOf(text(), { max: MAX_CHOSEN_STREAM_GROUPS }) defaultStreamGroups!: readonly string[];
}

/** An invitation of one address, or a link for any number of people. Each kind has ids of its own. */
export class Invitation {
  @Id() id!: number;
  @Text({ optional: true, description: 'The invited address; absent for links.' }) email?: string;
  @Text({ optional: true, description: 'Only for links.' }) linkUrl?: string;
  @Id() invitedByUserId!: number;
  @Timestamp({ description: 'When it was made or sent again.' }) invited!: number;
  @Timestamp({ nullable: true, description: 'Null: it never expires.' }) expiryDate!: number | null;
  @OneOf(ROLES, { description: 'Role of the future users.' }) invitedAs!: Role;
  @Bool({ description: 'True for links.' }) isMultiuse!: boolean;
}
