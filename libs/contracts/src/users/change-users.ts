import { ArrayMaxSize, IsArray, IsIn, IsInt, IsObject, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { Principal } from '../principal.js';
import { type CustomProfileField, MAX_PROFILE_FIELDS } from '../profile-fields/profile-fields.schema.js';
import { ROLES, type Role } from '../roles.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Request: an administrator makes an account for somebody.
 *
 * Errors: "Must be an organization administrator"; "User not authorized for this query" without the permission to create users;
 * those of full names; "Bad name or username" for what is no address; "Email '…' not allowed in this organization"; "Disposable
 * email addresses are not allowed in this organization"; "Email '…' already in use" (without a code; deactivated accounts
 * count); "The password is too weak."
 * Effect: UserCreated, UserGroupMembersChanged. Source: API contract, POST /users.
 */
export class CreateUser extends ServiceRequest<{ readonly userId: number }> {
  static readonly pattern = 'users.users.create';

  @IsObject() actor!: Principal;
  @IsString() email!: string;
  @IsString() password!: string;
  @IsString() fullName!: string;
}

/** A value for a custom profile field: a string, a list of user ids for the person picker, null to remove it. */
export interface ProfileDatum {
  readonly id: number;
  readonly value: string | readonly number[] | null;
}

/**
 * Request: an administrator changes somebody's name, role or profile. All or nothing. A blank name is none.
 *
 * Errors (BAD_REQUEST): "Insufficient permission"; "No such user"; those of full names; "Must be an organization owner" when the owner role is given or
 * taken by somebody else; "The owner permission cannot be removed from the only organization owner."; a guest made
 * administrator or owner; "Field id N not found."; what is wrong with a value.
 * Effect: UserUpdated, UserGroupMembersChanged, ProfileValueChanged, for what really changes.
 * Source: API contract, PATCH /users/{user_id}.
 */
export class UpdateUser extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.users.update';

  @IsObject() actor!: Principal;
  @IsInt() userId!: number;
  @IsOptional() @IsString() fullName?: string;
  @IsOptional() @IsIn(ROLES, { message: 'Invalid role' }) role?: Role;
  @IsOptional() @IsArray() @ArrayMaxSize(MAX_PROFILE_FIELDS) profileData?: ProfileDatum[];
}

/** Characters. Source: reference limits. */
export const MAX_DEACTIVATION_COMMENT_LENGTH = 2_000;

/**
 * Request: end an account's access: one's own, or anybody's by an administrator (an owner's by an owner). The account and what
 * it wrote stay.
 *
 * Errors: "No such user"; "User is deactivated" already; "Insufficient permission"; "Must be an organization owner";
 * CANNOT_DEACTIVATE_LAST_USER for the only owner, and for the only user.
 * Effect: UserUpdated for the account and for the bots that it owns; their keys are refused from then on.
 */
export class DeactivateUser extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.users.deactivate';

  @IsObject() actor!: Principal;
  @IsInt() userId!: number;
  /** When given, a person is told by mail; with this text, unless it is blank. */
  @IsOptional() @IsString() @MaxLength(MAX_DEACTIVATION_COMMENT_LENGTH) comment?: string | undefined;
}

/**
 * Request: give a deactivated account its access back. Administrators only. Repeating it does nothing.
 * Errors: "Insufficient permission"; "No such user"; "Must be an organization owner" for an owner's. Effect: UserUpdated.
 */
export class ReactivateUser extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.users.reactivate';

  @IsObject() actor!: Principal;
  @IsInt() userId!: number;
}

/** Request: change one's own values of profile fields. Errors as for {@link UpdateUser}. Effect: ProfileValueChanged. */
export class UpdateOwnProfileData extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.profile_data.update_own';

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_PROFILE_FIELDS) data!: ProfileDatum[];
}

/** Request: remove one's own values. Errors (BAD_REQUEST): "Field id N not found." Effect: ProfileValueChanged. */
export class RemoveOwnProfileData extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.profile_data.remove_own';

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_PROFILE_FIELDS) @IsInt({ each: true }) fieldIds!: number[];
}

/**
 * Request: drop everybody's values that the realm's fields, which were `previous` a moment ago, do not allow any more: those of
 * fields, and of choices, that are gone. The realm-settings service asks so after its commit; users also does it by itself when
 * ProfileFieldsChanged reaches it. Errors: none. Effect: ProfileValuesDropped for a field, ProfileValueChanged for a choice.
 */
export class DropUnfitProfileValues extends ServiceRequest<void> {
  static readonly pattern = 'users.profile_data.drop_unfit';
  /** Of a field that very many have, the rest comes a moment later. */
  static readonly timeoutMs = 2_000;

  @IsInt() @Min(1) realmId!: number;
  @IsArray() @ArrayMaxSize(MAX_PROFILE_FIELDS) previous!: readonly CustomProfileField[];
}
