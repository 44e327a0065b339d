import { Id, ListOf, Timestamp } from '../kit/fields.js';

/** Users whom one user may mute. */
export const MAX_MUTED_USERS = 1_000;

export class MutedUser {
  @Id() id!: number;
  /** The time of muting. */
  @Timestamp() timestamp!: number;
}

export class MutedUserList {
  @ListOf(MutedUser) mutedUsers!: readonly MutedUser[];
}
