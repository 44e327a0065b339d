import {
  type Account,
  type DomainEvent,
  type LoggedEvent,
  MutedUsersChanged,
  ProfileValueChanged,
  ProfileValuesDropped,
  UserCreated,
  type UserGroup,
  UserGroupChanged,
  UserGroupMembersChanged,
  UserGroupRemoved,
  UserStatusChanged,
  UserUpdated,
} from '@chat/contracts';
import type { ProfileData } from '../profile-data/read-profile-data.js';
import type { StatusText } from '../user-status/user-status.repository.js';
import type { RealmAccounts } from './realm-accounts.js';

/** The types of events that change what is known of a realm's accounts; the service's others do not. */
export const ACCOUNT_EVENTS: readonly string[] = [
  ...[UserCreated.type, UserUpdated.type, UserStatusChanged.type, ProfileValueChanged.type, ProfileValuesDropped.type],
  ...[UserGroupChanged.type, UserGroupMembersChanged.type, UserGroupRemoved.type, MutedUsersChanged.type],
];

/** The accounts after `events`, which follow each other. Pure. */
export function changedAccounts(accounts: RealmAccounts, events: readonly DomainEvent[]): RealmAccounts {
  const draft = new AccountsDraft(accounts);
  for (const event of events) draft.apply(event as LoggedEvent);
  return draft.done();
}

/** Copies a list when it is first changed. */
class AccountsDraft {
  private users: Account[] | undefined;
  private groups: UserGroup[] | undefined;
  private profiles: Map<number, ProfileData> | undefined;
  private statuses: Map<number, StatusText> | undefined;
  private mutedUsers: Map<number, readonly number[]> | undefined;

  constructor(private readonly before: RealmAccounts) {}

  apply(event: LoggedEvent): void {
    if (UserCreated.matches(event) || UserUpdated.matches(event)) {
      this.users ??= [...this.before.users];
      put(this.users, event.payload.user, ({ userId }) => userId);
    } else if (UserStatusChanged.matches(event)) {
      this.setStatus(event.payload.userId, event.payload.status);
    } else if (ProfileValueChanged.matches(event)) {
      const { userId, fieldId, value, renderedValue } = event.payload;
      this.setValue(userId, fieldId, value === null ? null : shownValue(value, renderedValue ?? null));
    } else if (ProfileValuesDropped.matches(event)) {
      for (const userId of event.payload.userIds) this.setValue(userId, event.payload.fieldId, null);
    } else if (MutedUsersChanged.matches(event)) {
      const { userId, mutedUsers } = event.payload;
      this.setMutedUsers(
        userId,
        mutedUsers.map((muted) => muted.userId),
      );
    } else if (UserGroupChanged.matches(event)) {
      this.putGroup(event.payload.group);
    } else if (UserGroupMembersChanged.matches(event)) {
      const { groupId, addedUserIds, removedUserIds } = event.payload;
      this.changeMembers(groupId, addedUserIds, removedUserIds);
    } else if (UserGroupRemoved.matches(event)) {
      this.groups = this.currentGroups.filter(({ groupId }) => groupId !== event.payload.groupId);
    }
  }

  done(): RealmAccounts {
    const { users, groups, profiles, statuses, mutedUsers } = this;
    return {
      users: users ?? this.before.users,
      groups: groups ?? this.before.groups,
      profiles: profiles ?? this.before.profiles,
      statuses: statuses ?? this.before.statuses,
      mutedUsers: mutedUsers ?? this.before.mutedUsers,
    };
  }

  private get currentGroups(): readonly UserGroup[] {
    return this.groups ?? this.before.groups;
  }

  private setMutedUsers(userId: number, mutedUserIds: number[]): void {
    this.mutedUsers ??= new Map(this.before.mutedUsers);
    if (mutedUserIds.length === 0) this.mutedUsers.delete(userId);
    else
      this.mutedUsers.set(
        userId,
        mutedUserIds.sort((a, b) => a - b),
      );
  }

  private putGroup(group: UserGroup): void {
    this.groups ??= [...this.before.groups];
    put(this.groups, group, ({ groupId }) => groupId);
  }

  private changeMembers(groupId: number, added: readonly number[], removed: readonly number[]): void {
    const group = this.currentGroups.find((one) => one.groupId === groupId);
    if (group === undefined) return;
    const gone = new Set([...removed, ...added]);
    const memberIds = [...group.memberIds.filter((userId) => !gone.has(userId)), ...added].sort((a, b) => a - b);
    this.putGroup({ ...group, memberIds });
  }

  private setStatus(userId: number, status: StatusText | null): void {
    this.statuses ??= new Map(this.before.statuses);
    if (status === null || (status.text === '' && status.emoji === null)) this.statuses.delete(userId);
    else this.statuses.set(userId, { text: status.text, emoji: status.emoji });
  }

  private setValue(userId: number, fieldId: number, value: ProfileData[string] | null): void {
    this.profiles ??= new Map(this.before.profiles);
    const { [fieldId]: _, ...others } = this.profiles.get(userId) ?? {};
    const profile: ProfileData = value === null ? others : { ...others, [fieldId]: value };
    if (Object.keys(profile).length === 0) this.profiles.delete(userId);
    else this.profiles.set(userId, profile);
  }
}

const shownValue = (value: string, renderedValue: string | null): ProfileData[string] => ({
  value,
  ...(renderedValue !== null && { renderedValue }),
});

/** Puts `item` into a list that ascends by id, in the place of the one with its id. */
function put<Item>(items: Item[], item: Item, idOf: (item: Item) => number): void {
  const id = idOf(item);
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (idOf(items[middle] as Item) < id) from = middle + 1;
    else to = middle;
  }
  const found = items[from];
  items.splice(from, found !== undefined && idOf(found) === id ? 1 : 0, item);
}
