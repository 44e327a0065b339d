import type { Stamped } from '../domain-event.js';
import { Bool, Id, Integer, ListOf, OneOf, Text } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { ROLES, type Role } from '../roles.js';
import { ActorRequest, RealmRequest, repeatable, request } from '../service-request.js';
import type { UserGroup } from '../user-groups/user-groups.schema.js';
import type { Account } from './account.js';
import type { OwnAccount } from './users.schema.js';

/** Reads the actor's own account with profile data, for GET /users/me. */
export class GetOwnUser extends repeatable(ActorRequest<OwnAccount>, 'users.users.get_own') {}

/** Reads a user as the caller of requests, for a service that acts for the user. Null if the user is unknown or deactivated. */
export class GetPrincipal extends repeatable(RealmRequest<Principal | null>, 'users.users.get_principal') {
  @Id() userId!: number;
}

/** All accounts, deactivated ones too, and all user groups. */
export interface RealmAccountsState {
  readonly users: readonly Account[];
  readonly groups: readonly UserGroup[];
  /** Ids of muted users by the id of the user that muted them. Absent in replies of older replicas. */
  readonly mutedUsers?: Readonly<Record<number, readonly number[]>>;
}

/**
 * Reads the accounts and groups of the realm, for a projection. `UserCreated`, `UserUpdated`, `UserGroupChanged`,
 * `UserGroupMembersChanged`, `UserGroupRemoved` and `MutedUsersChanged` update it.
 */
export class GetRealmAccounts extends repeatable(RealmRequest<Stamped<RealmAccountsState>>, 'users.directory.get') {}

/*
 * Requests of operators without an account in the realm: the command line, the demo organization, tests. The gateway has no
 * endpoint for them.
 */

export interface CreatedAccount {
  readonly userId: number;
  readonly apiKey: string;
}

/**
 * Creates an account; the first one also creates the system groups and system bots. Without `password`, signing in requires a
 * reset; its strength is not checked. Without `canCreateUsers`, owners and administrators may create users. Errors (BAD_REQUEST):
 * "Email '…' already in use"; "Enter a valid email address."; those of full names; "Invalid user ID" for a missing bot owner.
 * Effect: UserCreated, UserGroupMembersChanged.
 */
export class CreateUserAsOperator extends request(RealmRequest<CreatedAccount>, 'users.accounts.create') {
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

/** One account of `CreateUsersAsOperator`. */
export class AccountToCreate {
  @Text({ controlCharacters: 'allowed' }) email!: string;
  @Text({ controlCharacters: 'allowed' }) fullName!: string;
  /** Default: member. */
  @OneOf(ROLES, { optional: true }) role?: Role;
}

/**
 * Creates many people, all or none, in the order of the request. All have the same `password`, hashed once. Errors and effect:
 * those of {@link CreateUserAsOperator}.
 */
export class CreateUsersAsOperator extends request(
  RealmRequest<readonly CreatedAccount[]>,
  'users.accounts.create_many',
) {
  static readonly timeoutMs = 30_000;

  @ListOf(AccountToCreate, { max: MAX_ACCOUNTS_PER_REQUEST }) users!: readonly AccountToCreate[];
  @Text({ max: 1_000, optional: true, controlCharacters: 'allowed' }) password?: string;
}

/** Reads the API key of an account. Error (BAD_REQUEST): "No such user". */
export class GetApiKeyAsOperator extends request(RealmRequest<CreatedAccount>, 'users.accounts.get_api_key') {
  /** Delivery email or API email. */
  @Text({ max: 254, controlCharacters: 'allowed' }) email!: string;
}

/**
 * Changes an account; absent fields do not change. Errors (BAD_REQUEST): "No such user"; "The owner permission cannot be removed
 * from the only organization owner."; CANNOT_DEACTIVATE_LAST_USER; "Invalid user ID: N" for a bot owner. Effect: UserUpdated, and
 * UserGroupMembersChanged with a role; the key of a deactivated account becomes invalid.
 */
export class ChangeUserAsOperator extends request(RealmRequest<{ readonly userId: number }>, 'users.accounts.change') {
  @Text({ max: 254, controlCharacters: 'allowed' }) email!: string;
  @OneOf(ROLES, { optional: true }) role?: Role;
  @Bool({ optional: true }) isActive?: boolean;
  @Bool({ optional: true }) canCreateUsers?: boolean;
  @Bool({ optional: true }) isBillingAdmin?: boolean;
  /** The new owner of a bot. */
  @Id({ optional: true }) botOwnerId?: number;
  @Text({ max: 1_000, optional: true, controlCharacters: 'allowed' }) password?: string;
}
