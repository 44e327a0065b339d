import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { ROLES, type Role } from '../roles.js';
import { ServiceRequest } from '../service-request.js';

/*
 * What operators do without being a user of the realm: the command line, the demo organization, tests. The gateway has no
 * endpoint for any of them.
 */

export interface CreatedAccount {
  readonly userId: number;
  readonly apiKey: string;
}

/**
 * Request: create an account. The realm's first account makes its system groups and system bots, too.
 *
 * `password` left out: none, so signing in with one needs a reset first; it is not checked for strength.
 * `canCreateUsers` left out: owners and administrators may.
 * Errors (BAD_REQUEST): "Email '…' already in use"; "Enter a valid email address."; those of full names; "Invalid user ID" for a
 * bot owner who does not exist.
 * Effect: UserCreated, UserGroupMembersChanged.
 */
export class CreateUserAsOperator extends ServiceRequest<CreatedAccount> {
  static readonly pattern = 'users.accounts.create';

  @IsInt() @Min(1) realmId!: number;
  @IsString() @MaxLength(254) email!: string;
  @IsOptional() @IsString() @MaxLength(1_000) password?: string;
  @IsString() fullName!: string;
  @IsIn(ROLES) role!: Role;
  @IsOptional() @IsBoolean() canCreateUsers?: boolean;
  @IsOptional() @IsBoolean() isBot?: boolean;
  /** 1 generic (default for bots), 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
  @IsOptional() @IsIn([1, 2, 3, 4]) botType?: number;
  @IsOptional() @IsInt() botOwnerId?: number;
}

export const MAX_ACCOUNTS_PER_REQUEST = 1_000;

/** One of many accounts. */
export interface AccountToCreate {
  readonly email: string;
  readonly fullName: string;
  /** Member when left out. */
  readonly role?: Role;
}

/**
 * Request: create many people at once, all or none; in the order given. `password` is hashed once and is everybody's.
 * Errors and effect: those of {@link CreateUserAsOperator}.
 */
export class CreateUsersAsOperator extends ServiceRequest<readonly CreatedAccount[]> {
  static readonly pattern = 'users.accounts.create_many';
  static readonly timeoutMs = 30_000;

  @IsInt() @Min(1) realmId!: number;
  @IsArray() @ArrayMaxSize(MAX_ACCOUNTS_PER_REQUEST) users!: AccountToCreate[];
  @IsOptional() @IsString() @MaxLength(1_000) password?: string;
}

/**
 * Request: an account's API key. Errors (BAD_REQUEST): "No such user". Effect: none.
 */
export class GetApiKeyAsOperator extends ServiceRequest<CreatedAccount> {
  static readonly pattern = 'users.accounts.get_api_key';

  @IsInt() @Min(1) realmId!: number;
  /** Delivery email or API email. */
  @IsString() @MaxLength(254) email!: string;
}

/**
 * Request: change an account. What is left out stays. Errors (BAD_REQUEST): "No such user"; "The owner permission cannot be
 * removed from the only organization owner."; CANNOT_DEACTIVATE_LAST_USER; "Invalid user ID: N" for a bot owner.
 * Effect: UserUpdated, and UserGroupMembersChanged with a role; a deactivated account's key is refused from then on.
 */
export class ChangeUserAsOperator extends ServiceRequest<{ readonly userId: number }> {
  static readonly pattern = 'users.accounts.change';

  @IsInt() @Min(1) realmId!: number;
  @IsString() @MaxLength(254) email!: string;
  @IsOptional() @IsIn(ROLES) role?: Role;
  @IsOptional() @IsBoolean() isActive?: boolean;
  @IsOptional() @IsBoolean() canCreateUsers?: boolean;
  @IsOptional() @IsBoolean() isBillingAdmin?: boolean;
  /** Of a bot: whose it is from now on. */
  @IsOptional() @IsInt() botOwnerId?: number;
  @IsOptional() @IsString() @MaxLength(1_000) password?: string;
}
