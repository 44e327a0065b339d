import type { Stamped } from '../domain-event.js';
import { Id, Text } from '../kit/fields.js';
import type { Principal } from '../principal.js';
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

/**
 * Request: who has this API key? `email` is the API email or the address that fetch_api_key answered, without regard to
 * letter case. Reply: the caller, stamped with the users service's sequence, so that whoever keeps it can tell which
 * domain events came after it.
 *
 * Errors (all UNAUTHORIZED, HTTP 401): "Invalid API key" for an unknown key, an unknown address, or the key of somebody
 * else, alike; "Account is deactivated"; "This organization has been deactivated".
 * Effect: none.
 */
export class VerifyCredentials extends ServiceRequest<Stamped<Principal>> {
  static readonly pattern = 'users.credentials.verify';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
  @Text({ max: 320, controlCharacters: 'allowed' }) email!: string;
  /** Exactly API_KEY_LENGTH letters and digits; the gateway refuses anything else. */
  @Text({ max: 32, controlCharacters: 'allowed' }) apiKey!: string;
}
