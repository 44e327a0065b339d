import type { Stamped } from '../domain-event.js';
import { Bool, Nested, Text } from '../kit/fields.js';
import type { Principal } from '../principal.js';
import { RealmRequest, repeatable, request } from '../service-request.js';
import { HASHING_TIMEOUT_MS } from './sign-in.endpoints.js';
import { type BegunSession, type SignInResult, SignInTarget } from './sign-in-completion.js';

/**
 * Signs a person in by a password. Check, limits, time and errors are those of `fetchApiKey`, and failures of both count together.
 */
export class SignInWithPassword extends request(RealmRequest<SignInResult>, 'users.sign_in.with_password') {
  static readonly timeoutMs = HASHING_TIMEOUT_MS;

  @Text({ controlCharacters: 'allowed' }) username!: string;
  @Text({ controlCharacters: 'allowed' }) password!: string;
  @Nested(SignInTarget) target!: SignInTarget;
}

/**
 * Sets the confirmed address. A link works once, within a day. Errors (BAD_REQUEST): "This link is not valid or has expired."; "Already has
 * an account." if another account took the address meanwhile. Effect: UserUpdated, and a mail to the former address.
 */
export class ConfirmEmailChange extends request(
  RealmRequest<{ readonly email: string }>,
  'users.email_changes.confirm',
) {
  @Text({ max: 128, controlCharacters: 'allowed' }) token!: string;
}

/**
 * Begins the session of a desktop app by the token of {@link SignInResult}: once, within 15 s. Errors: "This link is not valid or has
 * expired." (BAD_REQUEST), also after the sessions of the person ended; USER_DEACTIVATED; REALM_DEACTIVATED;
 * AUTHENTICATION_METHOD_DISABLED.
 */
export class RedeemLoginToken extends request(RealmRequest<BegunSession>, 'users.sign_in.redeem_login_token') {
  @Text({ controlCharacters: 'allowed' }) token!: string;
  @Nested(SignInTarget) target!: SignInTarget;
}

/** The caller of a key. Without a time a cache may use it until an event says otherwise. */
export interface VerifiedKey extends Stamped<Principal> {
  readonly usableForMs?: number;
}

/**
 * Finds the caller with this API key or device key. `email` is the API email address or the address from fetch_api_key, ignoring case. The
 * stamp tells a cache which domain events are newer. Errors (all UNAUTHORIZED, HTTP 401): "Invalid API key" for an unknown key,
 * an unknown address, and a key of another user; "Account is deactivated"; "This organization has been deactivated".
 */
export class VerifyCredentials extends repeatable(RealmRequest<VerifiedKey>, 'users.credentials.verify') {
  /** Absent for a key in the address of a webhook, which names no account. */
  @Text({ max: 320, optional: true, controlCharacters: 'allowed' }) email?: string;
  /** Exactly API_KEY_LENGTH letters and digits; the gateway refuses other keys. */
  @Text({ max: 32, controlCharacters: 'allowed' }) apiKey!: string;
  /** Gateways of 0.1.0 would not drop a device key at its end. */
  @Bool({ optional: true }) acceptsDeviceKeys?: boolean;
}
