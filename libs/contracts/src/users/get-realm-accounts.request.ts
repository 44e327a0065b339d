import type { Stamped } from '../domain-event.js';
import { Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';
import type { UserGroup } from '../user-groups/user-groups.schema.js';
import type { Account } from './account.js';

/** Every account (deactivated ones too) and every user group of a realm. */
export interface RealmAccountsState {
  readonly users: readonly Account[];
  readonly groups: readonly UserGroup[];
  /** Whom users muted, by their id; those who muted nobody are left out. Absent when an older replica answered. */
  readonly mutedUsers?: Readonly<Record<number, readonly number[]>>;
}

/**
 * Request: the realm's accounts and groups, for a projection. Kept up by `UserCreated`, `UserUpdated`, `UserGroupChanged`,
 * `UserGroupMembersChanged`, `UserGroupRemoved` and `MutedUsersChanged`.
 *
 * Errors: none. Effect: none.
 */
export class GetRealmAccounts extends ServiceRequest<Stamped<RealmAccountsState>> {
  static readonly pattern = 'users.directory.get';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
}
