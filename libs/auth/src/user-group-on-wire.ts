import type { UserGroup } from '@chat/contracts';

/** A user group as everybody sees it. Source: reference shapes, `user_groups`. */
export interface WireUserGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly direct_subgroup_ids: readonly number[];
  readonly is_system_group: boolean;
}

export const userGroupOnWire = (group: UserGroup): WireUserGroup => ({
  id: group.groupId,
  name: group.name,
  description: group.description,
  members: group.memberIds,
  direct_subgroup_ids: group.subgroupIds,
  is_system_group: group.isSystemGroup,
});
