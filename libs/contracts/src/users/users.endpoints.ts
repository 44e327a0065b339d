import { insufficientPermission } from '../errors/api-errors.js';
import { endpoint } from '../kit/endpoint.js';
import { Bool, Id, Integer, ListOf, Nested, OneOf, Text } from '../kit/fields.js';
import { MAX_PROFILE_FIELDS } from '../profile-fields/profile-fields.schema.js';
import { ROLES, Role } from '../roles.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { UserSelection } from '../user-selection.js';
import { OwnAccount, ProfileDatum, User } from './users.schema.js';

/** In characters. */
const MAX_DEACTIVATION_COMMENT_LENGTH = 2_000;

/** Administrators; the error is that of an account that the caller may not administer. */
const administrators = { minimumRole: Role.Administrator, roleError: insufficientPermission } as const;

/** Parameters of `GET /users`, and part of the parameters of the endpoints for one user. */
export class UserViewOptions {
  @Bool({ default: true, description: 'The client computes external avatar addresses itself.' })
  clientExtavatar!: boolean;
  @Bool({ default: false }) includeCustomProfileFields!: boolean;
}

/** Parameters of `GET /users/{user_id}`. */
export class UserQuery extends UserViewOptions {
  @Id() userId!: number;
}

/** Parameters of `GET /users/{email}`: the API email address, or a visible real address. */
export class UserByEmailQuery extends UserViewOptions {
  @Text() email!: string;
}

/** Response of `GET /users`: deactivated users too, ascending by id. */
export class UserList {
  @ListOf(User) members!: readonly User[];
}

/** Response of `GET /users/{user_id}` and `GET /users/{email}`. */
export class UserResponse {
  @Nested(User) user!: User;
}

/** Response of `GET /users/me`. The gateway adds `max_message_id` from the messaging service. */
export class OwnUserResponse extends OwnAccount {
  @Integer({ deprecated: true }) maxMessageId!: number;
}

/** Parameters of `POST /users`. `email` becomes the real address of the account. */
export class NewUser {
  @Text({ controlCharacters: 'refused' }) email!: string;
  @Text({ controlCharacters: 'allowed' }) password!: string;
  @Text({ controlCharacters: 'allowed' }) fullName!: string;
}

/** Parameters of `PATCH /users/{user_id}`. Absent fields do not change. */
export class UserUpdate extends UserSelection {
  @Text({ controlCharacters: 'allowed', optional: true }) fullName?: string;
  @OneOf(ROLES, { optional: true }) role?: Role;
  @ListOf(ProfileDatum, { max: MAX_PROFILE_FIELDS, optional: true }) profileData?: readonly ProfileDatum[];
}

/** Parameters of `DELETE /users/{user_id}`. A comment for a bot has no effect. */
export class UserDeactivation extends UserSelection {
  @Text({
    max: MAX_DEACTIVATION_COMMENT_LENGTH,
    optional: true,
    description: 'With it, the user gets a mail, which contains this text unless it is blank.',
  })
  deactivationNotificationComment?: string;
}

/** Deactivated users too, ascending by id, without system bots. */
export const listUsers = endpoint('GET /users', {
  pattern: 'users.users.list',
  summary: 'List the users of the organization',
  parameters: UserViewOptions,
  response: UserList,
});

/** Error (BAD_REQUEST): "No such user". */
export const getUser = endpoint('GET /users/{user_id}', {
  pattern: 'users.users.get',
  summary: 'Get a user',
  parameters: UserQuery,
  response: UserResponse,
});

/** Error (BAD_REQUEST): "No such user", also for a real address that the reader may not see. */
export const getUserByEmail = endpoint('GET /users/{email}', {
  pattern: 'users.users.get_by_email',
  summary: 'Get a user by an address that you may see',
  parameters: UserByEmailQuery,
  response: UserResponse,
});

export const getOwnUser = endpoint('GET /users/me', {
  pattern: 'gateway.users.get_own',
  summary: 'Get your own account',
  response: OwnUserResponse,
});

/**
 * Errors: `User not authorized for this query` without permission to create users; those of full names; `The password is too
 * weak.` Errors of addresses: `Bad name or username` for an invalid one; `Email '…' not allowed in this organization`; `Disposable
 * email addresses are not allowed in this organization`; `Email '…' already in use` (without a code; deactivated accounts count).
 */
export const createUser = endpoint('POST /users', {
  pattern: 'users.users.create',
  minimumRole: Role.Administrator,
  summary: 'Create an account; administrators with permission to create users',
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: NewUser,
  example: { email: 'nils@example.com', fullName: 'Nils Berg' },
  response: UserSelection,
});

/**
 * All or nothing; a blank name does not change it. Errors (BAD_REQUEST): "No such user"; those of full names; "Field id N not
 * found."; invalid profile values. Errors of roles: "Must be an organization owner" if an administrator gives or takes the owner
 * role; "The owner permission cannot be removed from the only organization owner."; a guest made administrator or owner.
 */
export const updateUser = endpoint('PATCH /users/{user_id}', {
  pattern: 'users.users.update',
  ...administrators,
  summary: "Change a user's name, role or profile; administrators",
  parameters: UserUpdate,
});

/**
 * Ends the access of the account and of its bots; messages remain. Errors: "No such user"; "User is deactivated" already; "Must
 * be an organization owner"; CANNOT_DEACTIVATE_LAST_USER for the only owner, and for the only user.
 */
export const deactivateUser = endpoint('DELETE /users/{user_id}', {
  pattern: 'users.users.deactivate',
  ...administrators,
  summary: 'Deactivate an account; administrators',
  parameters: UserDeactivation,
});

/** Errors: those of `deactivateUser`. */
export const deactivateOwnUser = endpoint('DELETE /users/me', {
  pattern: 'users.users.deactivate_own',
  bots: 'refused',
  summary: 'Deactivate your own account',
});

/**
 * A repetition changes nothing. Errors: "No such user"; "Must be an organization owner" for an owner; for a bot those of
 * `bot_creation_policy`, and "Name is already in use!".
 */
export const reactivateUser = endpoint('POST /users/{user_id}/reactivate', {
  pattern: 'users.users.reactivate',
  minimumRole: Role.Member,
  roleError: insufficientPermission,
  summary: 'Reactivate an account; administrators, and the owner of a bot',
  parameters: UserSelection,
});
