import { IsInt, IsObject, IsString, MaxLength, Min } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Request: exchange a name and a password, ours or the directory's, for the account's API key. Earlier sign-ins stay valid:
 * the key is the same.
 *
 * Errors: "Enter a valid email address." (BAD_REQUEST; only where there is no directory); PASSWORD_AUTH_DISABLED,
 * REALM_DEACTIVATED; AUTHENTICATION_FAILED alike, and after a similar time, for an unknown name and a wrong password;
 * USER_DEACTIVATED after the right password; RATE_LIMIT_HIT after too many failed tries for the account or from the address.
 * Effect: none, but that a first sign-in by directory makes the account (UserCreated).
 * Source: API contract, POST /fetch_api_key.
 */
export class FetchApiKey extends ServiceRequest<{
  readonly apiKey: string;
  readonly email: string;
  readonly userId: number;
}> {
  static readonly pattern = 'users.sign_in.fetch_api_key';

  @IsInt() @Min(1) realmId!: number;
  @IsString() username!: string;
  @IsString() password!: string;
  /** The client's address, which failed tries are counted for. */
  @IsString() @MaxLength(64) address!: string;
}

/** Request: a new API key; the old one is refused from then on. Errors: none. Effect: ApiKeyChanged. */
export class RegenerateApiKey extends ServiceRequest<{ readonly apiKey: string }> {
  static readonly pattern = 'users.api_keys.regenerate';

  @IsObject() actor!: Principal;
}

/**
 * Request: mail a link for setting a new password to the account with this address, if there is one, whether or not it ever
 * had a password. The answer is the same either way.
 *
 * Errors: "Enter a valid email address." (BAD_REQUEST); RATE_LIMIT_HIT after too many mails to the address, or from the client's.
 * Effect: a mail.
 */
export class RequestPasswordReset extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.passwords.request_reset';

  @IsInt() @Min(1) realmId!: number;
  @IsString() @MaxLength(320) email!: string;
  @IsString() @MaxLength(64) address!: string;
}

/**
 * Request: set the password by the token of a mailed link, which works once and for a day.
 * Errors (BAD_REQUEST): "This link is not valid or has expired."; "The password is too weak." (the link stays valid).
 * Effect: the password is another; failed tries are forgotten.
 */
export class ResetPassword extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.passwords.reset';

  @IsInt() @Min(1) realmId!: number;
  @IsString() @MaxLength(128) token!: string;
  @IsString() password!: string;
}

/**
 * Request: take the new address that the mailed link confirms. The link works once and for a day.
 * Errors (BAD_REQUEST): "This link is not valid or has expired."; "Already has an account." when somebody took the address since.
 * Effect: UserUpdated, and a mail to the former address.
 */
export class ConfirmEmailChange extends ServiceRequest<{ readonly email: string }> {
  static readonly pattern = 'users.email_changes.confirm';

  @IsInt() @Min(1) realmId!: number;
  @IsString() @MaxLength(128) token!: string;
}
