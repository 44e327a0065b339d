import {
  type Account,
  type DomainEvent,
  type LoggedEvent,
  MutedUsersChanged,
  ProfileValueChanged,
  ProfileValuesDropped,
  type StatusRecord,
  UserCreated,
  type UserGroup,
  UserGroupChanged,
  UserGroupMembersChanged,
  type UserGroupMembersChangedPayload,
  UserGroupRemoved,
  UserStatusChanged,
  UserUpdated,
} from '@chat/contracts';
import { type ProfileData, shownValue } from '../profile-data/profile-values.entity.js';
import type { StatusText } from '../user-status/user-status.repository.js';
import { indexById, type RealmAccounts } from './realm-accounts.js';

export const ACCOUNT_EVENTS: readonly string[] = [
  ...[UserCreated.type, UserUpdated.type, UserStatusChanged.type, ProfileValueChanged.type, ProfileValuesDropped.type],
  ...[UserGroupChanged.type, UserGroupMembersChanged.type, UserGroupRemoved.type, MutedUsersChanged.type],
];

/** Returns the accounts after consecutive events. Changes neither `accounts` nor its parts. */
export function changedAccounts(accounts: RealmAccounts, events: readonly DomainEvent[]): RealmAccounts {
  const draft = new Draft(accounts);
  for (const event of events) draft.apply(event as LoggedEvent);
  return { ...accounts, ...draft.copies };
}

type Copies = {
  -readonly [Name in keyof RealmAccounts]: RealmAccounts[Name] extends readonly (infer Item)[]
    ? Item[]
    : RealmAccounts[Name] extends ReadonlyMap<number, infer Value>
      ? Map<number, Value>
      : never;
};

class Draft {
  readonly copies: Partial<Copies> = {};

  constructor(private readonly before: RealmAccounts) {}

  apply(event: LoggedEvent): void {
    if (UserCreated.matches(event) || UserUpdated.matches(event)) {
      put(this.copyOf('users'), event.payload.user, (user: Account) => user.userId);
    } else if (UserStatusChanged.matches(event)) {
      set(this.copyOf('statuses'), event.payload.userId, textOf(event.payload.status));
    } else if (ProfileValueChanged.matches(event)) {
      const { userId, fieldId, value, renderedValue } = event.payload;
      this.setValue(userId, fieldId, value === null ? null : shownValue(value, renderedValue));
    } else if (ProfileValuesDropped.matches(event)) {
      for (const userId of event.payload.userIds) this.setValue(userId, event.payload.fieldId, null);
    } else if (MutedUsersChanged.matches(event)) {
      const ids = event.payload.mutedUsers.map(({ userId }) => userId).sort((a, b) => a - b);
      set(this.copyOf('mutedUsers'), event.payload.userId, ids.length === 0 ? null : ids);
    } else this.applyToGroups(event);
  }

  private applyToGroups(event: LoggedEvent): void {
    if (UserGroupChanged.matches(event)) this.putGroup(event.payload.group);
    else if (UserGroupMembersChanged.matches(event)) this.changeMembers(event.payload);
    else if (UserGroupRemoved.matches(event)) {
      this.copies.groups = this.copyOf('groups').filter(({ groupId }) => groupId !== event.payload.groupId);
    }
  }

  /** Copies a list or a map at its first change. */
  private copyOf<Name extends keyof Copies>(name: Name): Copies[Name] {
    const part: readonly unknown[] | ReadonlyMap<number, unknown> = this.before[name];
    const copy = this.copies[name] ?? (part instanceof Map ? new Map(part) : [...(part as readonly unknown[])]);
    this.copies[name] = copy as Copies[Name];
    return copy as Copies[Name];
  }

  private putGroup(group: UserGroup): void {
    put(this.copyOf('groups'), group, ({ groupId }) => groupId);
  }

  private changeMembers({ groupId, addedUserIds, removedUserIds }: UserGroupMembersChangedPayload): void {
    const group = (this.copies.groups ?? this.before.groups).find((one) => one.groupId === groupId);
    if (group === undefined) return;
    const gone = new Set([...removedUserIds, ...addedUserIds]);
    const others = group.memberIds.filter((userId) => !gone.has(userId));
    this.putGroup({ ...group, memberIds: [...others, ...addedUserIds].sort((a, b) => a - b) });
  }

  private setValue(userId: number, fieldId: number, value: ProfileData[string] | null): void {
    const profiles = this.copyOf('profiles');
    const { [fieldId]: _, ...others } = profiles.get(userId) ?? {};
    const profile: ProfileData = value === null ? others : { ...others, [fieldId]: value };
    set(profiles, userId, Object.keys(profile).length === 0 ? null : profile);
  }
}

/** Being away is a setting of the user. */
function textOf(status: StatusRecord | null): StatusText | null {
  if (status === null || (status.text === '' && status.emoji === null)) return null;
  const { isAway: _, ...text } = status;
  return text;
}

function set<Value>(map: Map<number, Value>, key: number, value: Value | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

/** Puts an item into a list that ascends by id; replaces the item with its id. */
function put<Item>(items: Item[], item: Item, idOf: (item: Item) => number): void {
  const index = indexById(items, idOf(item), idOf);
  const found = items[index];
  items.splice(index, found !== undefined && idOf(found) === idOf(item) ? 1 : 0, item);
}
