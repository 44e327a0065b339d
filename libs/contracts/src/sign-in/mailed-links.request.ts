import { IsInt, IsString, MaxLength, Min } from 'class-validator';
import { ServiceRequest } from '../service-request.js';

/*
 * What the gateway's pages behind mailed links request. A link works once and for a day. Error of both (BAD_REQUEST): "This link is
 * not valid or has expired."
 */

/**
 * Sets the password by the token of a mailed link. Further error: "The password is too weak." (the link stays valid).
 * Effect: failed tries are forgotten.
 */
export class ResetPassword extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.passwords.reset';

  @IsInt() @Min(1) realmId!: number;
  @IsString() @MaxLength(128) token!: string;
  @IsString() password!: string;
}

/**
 * Takes the new address that the mailed link confirms. Further error: "Already has an account." if another account has taken the
 * address since. Effect: UserUpdated, and a mail to the former address.
 */
export class ConfirmEmailChange extends ServiceRequest<{ readonly email: string }> {
  static readonly pattern = 'users.email_changes.confirm';

  @IsInt() @Min(1) realmId!: number;
  @IsString() @MaxLength(128) token!: string;
}
