import type { UserGroup } from '@chat/contracts';

/** `realm_user_groups` of register. */
export const groupFields = (groups: readonly UserGroup[]) =>
  groups.map(({ groupId, name, description, isSystemGroup, memberIds, subgroupIds }) => ({
    id: groupId,
    name,
    description,
    members: memberIds,
    direct_subgroup_ids: subgroupIds,
    is_system_group: isSystemGroup,
  }));
