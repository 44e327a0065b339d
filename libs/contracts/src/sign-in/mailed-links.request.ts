import { Id, Text } from '../kit/fields.js';
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

  @Id() realmId!: number;
  @Text({ max: 128, controlCharacters: 'allowed' }) token!: string;
  @Text({ controlCharacters: 'allowed' }) password!: string;
}

/**
 * Takes the new address that the mailed link confirms. Further error: "Already has an account." if another account has taken the
 * address since. Effect: UserUpdated, and a mail to the former address.
 */
export class ConfirmEmailChange extends ServiceRequest<{ readonly email: string }> {
  static readonly pattern = 'users.email_changes.confirm';

  @Id() realmId!: number;
  @Text({ max: 128, controlCharacters: 'allowed' }) token!: string;
}
