import type { UserGroup } from '@chat/contracts';
import { JsonText } from '@chat/transport';

const texts = new WeakMap<UserGroup, string>();

/** `realm_user_groups` of register; a system group may have everybody in it, so its text is kept with it. */
export const groupFields = (groups: readonly UserGroup[]): JsonText => new JsonText(`[${groups.map(text).join(',')}]`);

function text(group: UserGroup): string {
  let known = texts.get(group);
  if (known === undefined) {
    const { groupId, name, description, isSystemGroup, memberIds, subgroupIds } = group;
    known = JSON.stringify({
      id: groupId,
      name,
      description,
      members: memberIds,
      direct_subgroup_ids: subgroupIds,
      is_system_group: isSystemGroup,
    });
    texts.set(group, known);
  }
  return known;
}
