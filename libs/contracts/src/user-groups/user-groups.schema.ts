import { RenamedOnWire } from '../kit/described-class.js';
import { Bool, Id, ListOf, Text } from '../kit/fields.js';
import { id } from '../kit/types/index.js';

/** Members or subgroups per request. */
export const MAX_GROUP_CHANGES = 1_000;

/** Names of the system groups, highest role first. Each contains the groups before it, except `nobody` and `internet`. */
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

/** A user group with its direct members and subgroups. */
export class UserGroup extends RenamedOnWire({
  groupId: 'id',
  memberIds: 'members',
  subgroupIds: 'direct_subgroup_ids',
}) {
  @Id() readonly groupId!: number;
  @Text() readonly name!: string;
  @Text() readonly description!: string;
  @ListOf(id()) readonly memberIds!: readonly number[];
  @ListOf(id()) readonly subgroupIds!: readonly number[];
  @Bool({ description: '`@role:…`: follows the roles, and cannot be changed by hand.' })
  readonly isSystemGroup!: boolean;
}

/** Path parameter of the endpoints for one user group. */
export class UserGroupSelection {
  @Id() userGroupId!: number;
}
