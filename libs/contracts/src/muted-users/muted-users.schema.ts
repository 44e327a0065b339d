import { Id, ListOf, Timestamp } from '../kit/fields.js';

/** Per user. */
export const MAX_MUTED_USERS = 1_000;

/** A user that the reader has muted. */
export class MutedUser {
  @Id() id!: number;
  /** The time of muting. */
  @Timestamp() timestamp!: number;
}

/** All users that the reader has muted: register field and content of the client event. */
export class MutedUserList {
  @ListOf(MutedUser) mutedUsers!: readonly MutedUser[];
}
