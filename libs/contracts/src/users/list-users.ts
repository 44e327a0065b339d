import { IsBoolean, IsInt, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** A user as the reader may see them, under the names that stand on the wire. */
export type UserFields = Readonly<Record<string, unknown>>;

/**
 * Request: every user of the realm, deactivated ones too, ascending by id; the realm's own bots are not among them.
 * Errors: none. Effect: none. Source: API contract, GET /users.
 */
export class ListUsers extends ServiceRequest<{ readonly members: readonly UserFields[] }> {
  static readonly pattern = 'users.users.list';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsBoolean() clientExtavatar!: boolean;
  @IsBoolean() includeCustomProfileFields!: boolean;
}

/**
 * Request: one user, by id or by an address that the reader may see.
 * Errors (BAD_REQUEST): "No such user", also for a real address that the reader may not see. Effect: none.
 * Source: API contract, GET /users/{user_id}, GET /users/{email}.
 */
export class GetUser extends ServiceRequest<{ readonly user: UserFields }> {
  static readonly pattern = 'users.users.get';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  /** Exactly one of the two. */
  @IsOptional() @IsInt() userId?: number;
  @IsOptional() @IsString() @MaxLength(320) email?: string;
  @IsBoolean() clientExtavatar!: boolean;
  @IsBoolean() includeCustomProfileFields!: boolean;
}

/** Request: the actor's own account, with profile data. Errors: none. Effect: none. Source: API contract, GET /users/me. */
export class GetOwnUser extends ServiceRequest<UserFields> {
  static readonly pattern = 'users.users.get_own';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
}
