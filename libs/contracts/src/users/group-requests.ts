import { ArrayMaxSize, IsArray, IsBoolean, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { UserGroup } from './user-group.js';

/** Members, or subgroups, named in one request. */
export const MAX_GROUP_CHANGES = 1_000;

/*
 * Groups are changed by administrators and moderators, and by members where the realm's policy lets them: for a group that is
 * there already, only by its members. System groups are changed by nobody. Refusals are BAD_REQUEST: "Insufficient
 * permission", "Invalid user group" (unknown, foreign, or a system group).
 */

/**
 * Request: a new group. Further errors: "User group '…' already exists.", what is wrong with the name, "Invalid user ID: N".
 * Effect: UserGroupChanged (with the members). Source: API contract, POST /user_groups/create.
 */
export class CreateUserGroup extends ServiceRequest<{ readonly groupId: number }> {
  static readonly pattern = 'users.groups.create';

  @IsObject() actor!: Principal;
  @IsString() name!: string;
  @IsString() description!: string;
  @IsArray() @ArrayMaxSize(MAX_GROUP_CHANGES) @IsInt({ each: true }) memberIds!: number[];
}

/** Request: every group of the realm, ascending by id. Guests may not. Errors: "Not allowed for guest users". */
export class ListUserGroups extends ServiceRequest<{ readonly groups: readonly UserGroup[] }> {
  static readonly pattern = 'users.groups.list';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
}

/** Request: another name or description. Further errors: "No new data supplied", as {@link CreateUserGroup}. Effect: UserGroupChanged. */
export class UpdateUserGroup extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.groups.update';

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsString() description?: string;
}

/** Request: remove a group, from the groups that it is in, too. Effect: UserGroupChanged for those, UserGroupRemoved. */
export class DeleteUserGroup extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.groups.delete';

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
}

/**
 * Request: add and remove direct members, all or nothing. Further errors: "Nothing to do. Specify at least one of "add" or
 * "delete".", "Invalid user ID: N", "User N is already a member of this group", "There is no member 'N' in this user group".
 * Effect: UserGroupMembersChanged.
 */
export class ChangeUserGroupMembers extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.groups.change_members';

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
  @IsArray() @ArrayMaxSize(MAX_GROUP_CHANGES) @IsInt({ each: true }) add!: number[];
  @IsArray() @ArrayMaxSize(MAX_GROUP_CHANGES) @IsInt({ each: true }) remove!: number[];
}

/**
 * Request: add and remove direct subgroups, all or nothing. Further errors: "Nothing to do. …", "User group N is already a
 * subgroup of this group.", "User group N is not a subgroup of this group.", "User group N is already a subgroup of one of the
 * passed subgroups." (no group may contain itself). Effect: UserGroupChanged.
 */
export class ChangeSubgroups extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.groups.change_subgroups';

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
  @IsArray() @ArrayMaxSize(MAX_GROUP_CHANGES) @IsInt({ each: true }) add!: number[];
  @IsArray() @ArrayMaxSize(MAX_GROUP_CHANGES) @IsInt({ each: true }) remove!: number[];
}

/** Request: who is in a group, by its subgroups too unless `isDirectOnly`. Guests may not. Errors: "Invalid user group". */
export class GetUserGroupMembers extends ServiceRequest<{ readonly memberIds: readonly number[] }> {
  static readonly pattern = 'users.groups.get_members';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
  @IsBoolean() isDirectOnly!: boolean;
}

/** Request: the groups in a group, by theirs too unless `isDirectOnly`. Guests may not. Errors: "Invalid user group". */
export class GetSubgroups extends ServiceRequest<{ readonly subgroupIds: readonly number[] }> {
  static readonly pattern = 'users.groups.get_subgroups';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
  @IsBoolean() isDirectOnly!: boolean;
}

/** Request: is a user in a group? Guests may not ask. Errors: "Invalid user group", "No such user", "User is deactivated". */
export class IsUserGroupMember extends ServiceRequest<{ readonly isMember: boolean }> {
  static readonly pattern = 'users.groups.is_member';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
  @IsInt() userId!: number;
  @IsBoolean() isDirectOnly!: boolean;
}
