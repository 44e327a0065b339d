import { endpoint } from '../kit/endpoint.js';
import { EXAMPLE_IDS } from '../kit/examples/example-values.js';
import { Bool, Id, ListOf, Text } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import { MAX_GROUP_CHANGES, UserGroup, UserGroupSelection } from './user-groups.schema.js';

/*
 * Administrators and moderators change groups, and members if the realm's policy permits it: only groups that they are in. System
 * groups cannot be changed. Guests may not read groups. Errors of all (BAD_REQUEST): "Not allowed for guest users"; "Insufficient
 * permission"; "Invalid user group" (unknown, or of another realm).
 */

const common = { bots: 'refused' } as const;

/** Parameters of `POST /user_groups/create`. `members` has the user ids of the direct members. */
export class NewUserGroup {
  @Text({ controlCharacters: 'allowed' }) name!: string;
  @Text({ controlCharacters: 'allowed' }) description!: string;
  @ListOf(id(), { max: MAX_GROUP_CHANGES }) members!: readonly number[];
}

/** Response of `GET /user_groups`: all groups of the realm, system groups too. */
export class UserGroupList {
  /** Ascending by id. */
  @ListOf(UserGroup) userGroups!: readonly UserGroup[];
}

/** Parameters of `PATCH /user_groups/{user_group_id}`. Absent fields do not change. */
export class UserGroupUpdate extends UserGroupSelection {
  @Text({ controlCharacters: 'allowed', optional: true }) name?: string;
  @Text({ controlCharacters: 'allowed', optional: true }) description?: string;
}

/** Parameters of the endpoints that change direct members (user ids) or direct subgroups (group ids). */
export class UserGroupContentsChange extends UserGroupSelection {
  @ListOf(id(), { max: MAX_GROUP_CHANGES, default: [] }) add!: readonly number[];
  @ListOf(id(), { max: MAX_GROUP_CHANGES, default: [] }) delete!: readonly number[];
}

/** Parameters of `GET /user_groups/{user_group_id}/members`. By default, includes members of subgroups. */
export class UserGroupMembersQuery extends UserGroupSelection {
  /** Without the members of subgroups. */
  @Bool({ default: false }) directMemberOnly!: boolean;
}

/** Response of `GET /user_groups/{user_group_id}/members`: user ids. */
export class UserGroupMembers {
  @ListOf(id()) members!: readonly number[];
}

/** Parameters of `GET /user_groups/{user_group_id}/members/{user_id}`. */
export class UserGroupMemberQuery extends UserGroupMembersQuery {
  @Id() userId!: number;
}

/** Response of `GET /user_groups/{user_group_id}/members/{user_id}`. */
export class UserGroupMembership {
  @Bool() isUserGroupMember!: boolean;
}

/** Parameters of `GET /user_groups/{user_group_id}/subgroups`. */
export class UserGroupSubgroupsQuery extends UserGroupSelection {
  /** Without the subgroups of subgroups. */
  @Bool({ default: false }) directSubgroupOnly!: boolean;
}

/** Response of `GET /user_groups/{user_group_id}/subgroups`: group ids. */
export class UserGroupSubgroups {
  @ListOf(id()) subgroups!: readonly number[];
}

/** Errors: "User group '…' already exists."; those of names; "Invalid user ID: N". */
export const createUserGroup = endpoint('POST /user_groups/create', {
  pattern: 'users.groups.create',
  ...common,
  summary: 'Create a user group',
  parameters: NewUserGroup,
  example: { name: 'designers' },
});

export const listUserGroups = endpoint('GET /user_groups', {
  pattern: 'users.groups.list',
  ...common,
  summary: 'List the user groups',
  response: UserGroupList,
});

/** Errors: "No new data supplied"; those of `createUserGroup`. */
export const updateUserGroup = endpoint('PATCH /user_groups/{user_group_id}', {
  pattern: 'users.groups.update',
  ...common,
  summary: "Change a user group's name or description",
  parameters: UserGroupUpdate,
  example: { description: 'Designers of all offices' },
});

/** Also removes the group from groups that contain it. */
export const deleteUserGroup = endpoint('DELETE /user_groups/{user_group_id}', {
  pattern: 'users.groups.delete',
  ...common,
  summary: 'Delete a user group',
  parameters: UserGroupSelection,
});

/**
 * Adds and removes direct members, all or nothing. Errors: "Nothing to do. Specify at least one of "add" or "delete"."; "Invalid
 * user ID: N"; "User N is already a member of this group"; "There is no member 'N' in this user group".
 */
export const changeUserGroupMembers = endpoint('POST /user_groups/{user_group_id}/members', {
  pattern: 'users.groups.change_members',
  ...common,
  summary: 'Add and remove members of a user group',
  parameters: UserGroupContentsChange,
});

export const getUserGroupMembers = endpoint('GET /user_groups/{user_group_id}/members', {
  pattern: 'users.groups.get_members',
  ...common,
  summary: 'Get the members of a user group',
  parameters: UserGroupMembersQuery,
  response: UserGroupMembers,
});

/** Errors: "No such user"; "User is deactivated". */
export const isUserGroupMember = endpoint('GET /user_groups/{user_group_id}/members/{user_id}', {
  pattern: 'users.groups.is_member',
  ...common,
  summary: 'Find out whether a user is in a user group',
  parameters: UserGroupMemberQuery,
  response: UserGroupMembership,
});

/**
 * Adds and removes direct subgroups, all or nothing. Errors: `Nothing to do. …`; `Invalid user group ID: N`; `User group N is
 * already a subgroup of this group.`; `User group N is not a subgroup of this group.` No group may contain itself: `User group N is
 * already a subgroup of one of the passed subgroups.`
 */
export const changeSubgroups = endpoint('POST /user_groups/{user_group_id}/subgroups', {
  pattern: 'users.groups.change_subgroups',
  ...common,
  summary: 'Add and remove subgroups of a user group',
  parameters: UserGroupContentsChange,
  example: { add: [EXAMPLE_IDS.subgroup] },
});

export const getSubgroups = endpoint('GET /user_groups/{user_group_id}/subgroups', {
  pattern: 'users.groups.get_subgroups',
  ...common,
  summary: 'Get the subgroups of a user group',
  parameters: UserGroupSubgroupsQuery,
  response: UserGroupSubgroups,
});
