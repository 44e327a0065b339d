import { wholeRealm } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Id, ListOf, Nested, Text } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import { UserGroup } from './user-groups.schema.js';

/** Register fields of the type `realm_user_groups`: all groups of the realm, system groups too. */
export class UserGroupRegisterFields {
  @ListOf(UserGroup) realmUserGroups!: readonly UserGroup[];
}

/** Client event for the whole realm: the new group with its first members. */
@ClientEventOf({ type: 'user_group', op: 'add', when: 'A group was created.' })
export class UserGroupAddEvent {
  @Nested(UserGroup) group!: UserGroup;
}

/** The changed field in `UserGroupUpdateEvent`: exactly one, because each change has its own event. */
export class UserGroupNames {
  @Text({ optional: true }) name?: string;
  @Text({ optional: true }) description?: string;
}

/** Client event for the whole realm, and payload of the domain event `UserGroupRemoved`. */
@ClientEventOf({ type: 'user_group', op: 'remove', when: 'A group was deleted.' })
export class UserGroupRemoveEvent {
  @Id() groupId!: number;
}

/** Client event for the whole realm, one per changed field. */
@ClientEventOf({ type: 'user_group', op: 'update', when: 'A group’s name or description changed.' })
export class UserGroupUpdateEvent {
  @Id() groupId!: number;
  @Nested(UserGroupNames) data!: UserGroupNames;
}

class MembersEvent {
  @Id() groupId!: number;
  @ListOf(id()) userIds!: readonly number[];
}
/** Client event for the whole realm: new direct members, at most `MAX_GROUP_MEMBERS_PER_EVENT`. */
@ClientEventOf({ type: 'user_group', op: 'add_members', when: 'Users joined a group.' })
export class UserGroupAddMembersEvent extends MembersEvent {}

/** Client event for the whole realm: former direct members, at most `MAX_GROUP_MEMBERS_PER_EVENT`. */
@ClientEventOf({ type: 'user_group', op: 'remove_members', when: 'Users left a group.' })
export class UserGroupRemoveMembersEvent extends MembersEvent {}

class SubgroupsEvent {
  @Id() groupId!: number;
  @ListOf(id()) directSubgroupIds!: readonly number[];
}
/** Client event for the whole realm: new direct subgroups. */
@ClientEventOf({ type: 'user_group', op: 'add_subgroups', when: 'Groups became part of a group.' })
export class UserGroupAddSubgroupsEvent extends SubgroupsEvent {}

/** Client event for the whole realm: former direct subgroups. */
@ClientEventOf({ type: 'user_group', op: 'remove_subgroups', when: 'Groups are no longer part of a group.' })
export class UserGroupRemoveSubgroupsEvent extends SubgroupsEvent {}

class UserGroupChangedPayload {
  readonly groupId!: number;
  /** After the change. */
  readonly group!: UserGroup;
  /** Null if the group is new. */
  readonly previous!: UserGroup | null;
}

/** A user group was created, or its name, description or subgroups changed. */
export const UserGroupChanged = domainEvent('users.user_group_changed', {
  payload: UserGroupChangedPayload,
  audience: wholeRealm,
  clientEvents: [UserGroupAddEvent, UserGroupUpdateEvent, UserGroupAddSubgroupsEvent, UserGroupRemoveSubgroupsEvent],
  toClient: ({ groupId, group, previous }) => {
    if (previous === null) return [clientEvent(UserGroupAddEvent, { group })];
    const { name, description, subgroupIds } = group;
    const added = without(subgroupIds, previous.subgroupIds);
    const removed = without(previous.subgroupIds, subgroupIds);
    // Clients expect one event per property.
    return [
      ...(name === previous.name ? [] : [clientEvent(UserGroupUpdateEvent, { groupId, data: { name } })]),
      ...(description === previous.description
        ? []
        : [clientEvent(UserGroupUpdateEvent, { groupId, data: { description } })]),
      ...(added.length > 0 ? [clientEvent(UserGroupAddSubgroupsEvent, { groupId, directSubgroupIds: added })] : []),
      ...(removed.length > 0
        ? [clientEvent(UserGroupRemoveSubgroupsEvent, { groupId, directSubgroupIds: removed })]
        : []),
    ];
  },
});

const without = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id));

/** Direct members of a group that were added and removed. */
export class UserGroupMembersChangedPayload {
  readonly groupId!: number;
  readonly addedUserIds!: readonly number[];
  readonly removedUserIds!: readonly number[];
  /** Absent for changes by the system: system groups follow roles. */
  readonly actorId?: number;
  /** Identifies the action of `actorId`, so that members are notified once. */
  readonly changeId?: string;
}

export const MAX_GROUP_MEMBERS_PER_EVENT = 1_000;

/**
 * Direct members were added or removed, in system groups too; at most MAX_GROUP_MEMBERS_PER_EVENT. Carries only the change,
 * because a system group may contain all users.
 */
export const UserGroupMembersChanged = domainEvent('users.user_group_members_changed', {
  payload: UserGroupMembersChangedPayload,
  audience: wholeRealm,
  clientEvents: [UserGroupAddMembersEvent, UserGroupRemoveMembersEvent],
  toClient: ({ groupId, addedUserIds, removedUserIds }) => [
    ...(addedUserIds.length > 0 ? [clientEvent(UserGroupAddMembersEvent, { groupId, userIds: addedUserIds })] : []),
    ...(removedUserIds.length > 0
      ? [clientEvent(UserGroupRemoveMembersEvent, { groupId, userIds: removedUserIds })]
      : []),
  ],
});

export const UserGroupRemoved = domainEvent('users.user_group_removed', {
  payload: UserGroupRemoveEvent,
  audience: wholeRealm,
  clientEvent: UserGroupRemoveEvent,
});
