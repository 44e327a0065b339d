import type { Stamped } from '../domain-event.js';
import { Bool, Id, Integer, ListOf, Nested, OneOf, Text } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { ROLES, type Role } from '../roles.js';
import { ServiceRequest } from '../service-request.js';
import type { UserGroup } from '../user-groups/user-groups.schema.js';
import type { Account } from './account.js';
import type { OwnAccount } from './users.schema.js';

/** The actor's own account, with profile data, for GET /users/me. Errors: none. Effect: none. */
export class GetOwnUser extends ServiceRequest<OwnAccount> {
  static readonly pattern = 'users.users.get_own';
  static readonly isRepeatable = true;

  @Nested(Principal) actor!: Principal;
}

/** Every account (deactivated ones too) and every user group of a realm. */
export interface RealmAccountsState {
  readonly users: readonly Account[];
  readonly groups: readonly UserGroup[];
  /** Whom users muted, by their id; those who muted nobody are left out. Absent when an older replica answered. */
  readonly mutedUsers?: Readonly<Record<number, readonly number[]>>;
}

/**
 * Request: the realm's accounts and groups, for a projection. Kept up by `UserCreated`, `UserUpdated`, `UserGroupChanged`,
 * `UserGroupMembersChanged`, `UserGroupRemoved` and `MutedUsersChanged`.
 *
 * Errors: none. Effect: none.
 */
export class GetRealmAccounts extends ServiceRequest<Stamped<RealmAccountsState>> {
  static readonly pattern = 'users.directory.get';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
}

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

  @Id() realmId!: number;
  @Text({ max: 254, controlCharacters: 'allowed' }) email!: string;
  @Text({ max: 1_000, optional: true, controlCharacters: 'allowed' }) password?: string;
  @Text({ controlCharacters: 'allowed' }) fullName!: string;
  @OneOf(ROLES) role!: Role;
  @Bool({ optional: true }) canCreateUsers?: boolean;
  @Bool({ optional: true }) isBot?: boolean;
  /** 1 generic (default for bots), 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
  @Integer({ min: 1, max: 4, optional: true }) botType?: number;
  @Id({ optional: true }) botOwnerId?: number;
}

export const MAX_ACCOUNTS_PER_REQUEST = 1_000;

/** One of many accounts. */
export class AccountToCreate {
  @Text({ controlCharacters: 'allowed' }) email!: string;
  @Text({ controlCharacters: 'allowed' }) fullName!: string;
  /** Member when left out. */
  @OneOf(ROLES, { optional: true }) role?: Role;
}

/**
 * Request: create many people at once, all or none; in the order given. `password` is hashed once and is everybody's.
 * Errors and effect: those of {@link CreateUserAsOperator}.
 */
export class CreateUsersAsOperator extends ServiceRequest<readonly CreatedAccount[]> {
  static readonly pattern = 'users.accounts.create_many';
  static readonly timeoutMs = 30_000;

  @Id() realmId!: number;
  @ListOf(AccountToCreate, { max: MAX_ACCOUNTS_PER_REQUEST }) users!: readonly AccountToCreate[];
  @Text({ max: 1_000, optional: true, controlCharacters: 'allowed' }) password?: string;
}

/**
 * Request: an account's API key. Errors (BAD_REQUEST): "No such user". Effect: none.
 */
export class GetApiKeyAsOperator extends ServiceRequest<CreatedAccount> {
  static readonly pattern = 'users.accounts.get_api_key';

  @Id() realmId!: number;
  /** Delivery email or API email. */
  @Text({ max: 254, controlCharacters: 'allowed' }) email!: string;
}

/**
 * Request: change an account. What is left out stays. Errors (BAD_REQUEST): "No such user"; "The owner permission cannot be
 * removed from the only organization owner."; CANNOT_DEACTIVATE_LAST_USER; "Invalid user ID: N" for a bot owner.
 * Effect: UserUpdated, and UserGroupMembersChanged with a role; a deactivated account's key is refused from then on.
 */
export class ChangeUserAsOperator extends ServiceRequest<{ readonly userId: number }> {
  static readonly pattern = 'users.accounts.change';

  @Id() realmId!: number;
  @Text({ max: 254, controlCharacters: 'allowed' }) email!: string;
  @OneOf(ROLES, { optional: true }) role?: Role;
  @Bool({ optional: true }) isActive?: boolean;
  @Bool({ optional: true }) canCreateUsers?: boolean;
  @Bool({ optional: true }) isBillingAdmin?: boolean;
  /** Of a bot: whose it is from now on. */
  @Id({ optional: true }) botOwnerId?: number;
  @Text({ max: 1_000, optional: true, controlCharacters: 'allowed' }) password?: string;
}
