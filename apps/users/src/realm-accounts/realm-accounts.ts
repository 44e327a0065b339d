import type { Account, UserGroup } from '@chat/contracts';
import type { ProfileData } from '../profile-data/read-profile-data.js';
import type { StatusText } from '../user-status/user-status.repository.js';

/**
 * Every account and group of a realm, of one moment. Never changed: a later moment shares with an earlier one whatever is the
 * same, so that what was made of a user can be kept with the user (`people-text.ts`).
 */
export interface RealmAccounts {
  /** Ascending by id. System bots too. */
  readonly users: readonly Account[];
  /** Ascending by id; so are their members. */
  readonly groups: readonly UserGroup[];
  /** Of those who have values. */
  readonly profiles: ReadonlyMap<number, ProfileData>;
  /** Of those who have one. */
  readonly statuses: ReadonlyMap<number, StatusText>;
  /** Of those who muted anybody: whom, ascending. */
  readonly mutedUsers: ReadonlyMap<number, readonly number[]>;
}
