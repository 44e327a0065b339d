/** A user group; direct members and subgroups only. Source: reference shapes, `user_groups`. */
export interface UserGroup {
  readonly groupId: number;
  readonly name: string;
  readonly description: string;
  /** `@role:…` groups follow the roles and cannot be changed by hand. */
  readonly isSystemGroup: boolean;
  readonly memberIds: readonly number[];
  readonly subgroupIds: readonly number[];
}

/** Names of the system groups, highest role first; each one but nobody and internet contains those before it. */
export const SYSTEM_GROUPS = {
  internet: '@role:internet',
  everyone: '@role:everyone',
  members: '@role:members',
  fullMembers: '@role:fullmembers',
  moderators: '@role:moderators',
  administrators: '@role:administrators',
  owners: '@role:owners',
  nobody: '@role:nobody',
} as const;
