import {
  type LoggedEvent,
  type UserGroup,
  UserGroupChanged,
  UserGroupMembersChanged,
  UserGroupRemoved,
} from '@chat/contracts';
import { foldName } from '@chat/text';

export class RealmGroups {
  private readonly byId = new Map<number, UserGroup>();

  constructor(groups: readonly UserGroup[]) {
    for (const group of groups) this.byId.set(group.groupId, group);
  }

  apply(event: LoggedEvent): void {
    if (UserGroupChanged.matches(event)) this.byId.set(event.payload.groupId, event.payload.group);
    else if (UserGroupRemoved.matches(event)) this.byId.delete(event.payload.groupId);
    else if (UserGroupMembersChanged.matches(event)) {
      const { groupId, addedUserIds, removedUserIds } = event.payload;
      const group = this.byId.get(groupId);
      if (!group) return;
      const removed = new Set(removedUserIds);
      const remaining = group.memberIds.filter((id) => !removed.has(id));
      this.byId.set(groupId, { ...group, memberIds: [...new Set([...remaining, ...addedUserIds])] });
    }
  }

  get(groupId: number): UserGroup | undefined {
    return this.byId.get(groupId);
  }

  getByName(name: string): UserGroup | undefined {
    const wanted = foldName(name);
    for (const group of this.byId.values()) if (foldName(group.name) === wanted) return group;
    return undefined;
  }

  /** Whether the user is in the group or in one of its subgroups, at any depth. */
  isMember(groupId: number, userId: number): boolean {
    return this.groupAndSubgroups(groupId).some((group) => group.memberIds.includes(userId));
  }

  private groupAndSubgroups(groupId: number): UserGroup[] {
    const found = new Map<number, UserGroup>();
    const open = [groupId];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const group = found.has(id) ? undefined : this.byId.get(id);
      if (!group) continue;
      found.set(id, group);
      open.push(...group.subgroupIds);
    }
    return [...found.values()];
  }
}
