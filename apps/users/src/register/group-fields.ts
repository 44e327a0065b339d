import { UserGroup, writerOf } from '@chat/contracts';
import { SharedList, TextBlock } from '@chat/register-state';

const write = writerOf(UserGroup);
const texts = new WeakMap<UserGroup, string>();
const lists = new WeakMap<readonly UserGroup[], SharedList>();

/** `realm_user_groups` of register, of the same groups the same block; a system group may have everybody in it. */
export function groupList(groups: readonly UserGroup[]): SharedList {
  let list = lists.get(groups);
  if (list === undefined) {
    list = new SharedList([new TextBlock(groups.map(text).join(','))]);
    lists.set(groups, list);
  }
  return list;
}

/** Kept with the group, of which there are many, and one changes. */
function text(group: UserGroup): string {
  let known = texts.get(group);
  if (known === undefined) {
    known = JSON.stringify(write(group));
    texts.set(group, known);
  }
  return known;
}
