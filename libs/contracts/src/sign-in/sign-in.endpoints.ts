import { endpoint } from '../kit/endpoint.js';
import { Id, Text } from '../kit/fields.js';

/** Hashing passwords takes long on a busy machine. */
export const HASHING_TIMEOUT_MS = 15_000;

/** Parameters of `POST /fetch_api_key`. `username` is an email address, or a name on the LDAP server. */
export class Credentials {
  @Text({ controlCharacters: 'allowed' }) username!: string;
  @Text({ controlCharacters: 'allowed' }) password!: string;
  @Text({
    max: 100,
    optional: true,
    controlCharacters: 'allowed',
    description: 'Of the second factor, or a recovery code. Only for accounts with a second factor.',
  })
  code?: string;
}

/** Response of `POST /users/me/api_key/regenerate`: the key that is valid from now on. */
export class ApiKey {
  @Text() apiKey!: string;
}

/** Response of `POST /fetch_api_key`. `email` is the real address of the account. */
export class SignedIn extends ApiKey {
  @Text() email!: string;
  @Id() userId!: number;
}

/**
 * Accepts a password stored here or on the LDAP server. The key does not change, so earlier sign-ins stay valid. Failed attempts
 * count for the account and for the address of the client. Errors: "Enter a valid email address." (BAD_REQUEST; only without
 * LDAP); PASSWORD_AUTH_DISABLED; REALM_DEACTIVATED; RATE_LIMIT_HIT; USER_DEACTIVATED after the right password. An unknown name and
 * a wrong password get AUTHENTICATION_FAILED after a similar time. Effects: the first sign-in by LDAP creates the account; a sign-in from
 * a new device sends a mail.
 * After the right password also: SECOND_FACTOR_REQUIRED without `code` or with a wrong one; SECOND_FACTOR_SETUP_REQUIRED.
 */
export const fetchApiKey = endpoint('POST /fetch_api_key', {
  pattern: 'users.sign_in.fetch_api_key',
  access: 'anyone',
  checksPassword: true,
  passesClientAddress: true,
  passesUserAgent: true,
  tag: 'sign-in',
  summary: 'Exchange a name and a password for an API key',
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: Credentials,
  response: SignedIn,
});

/** Parameter of `POST /json/fetch_api_key`. */
export class OwnPassword {
  @Text({ controlCharacters: 'allowed' }) password!: string;
}

/** The key of the session's account. Error (BAD_REQUEST): "Password is incorrect.", which counts as a failed sign-in; RATE_LIMIT_HIT. */
export const fetchOwnApiKey = endpoint('POST /fetch_api_key', {
  pattern: 'users.sign_in.fetch_own_api_key',
  onlyForSessions: true,
  bots: 'refused',
  tag: 'sign-in',
  summary: 'Exchange the password of the signed-in account for its API key',
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: OwnPassword,
  response: SignedIn,
});

/** The former key becomes invalid, and every device key ends. */
export const regenerateApiKey = endpoint('POST /users/me/api_key/regenerate', {
  pattern: 'users.api_keys.regenerate',
  tag: 'sign-in',
  summary: 'Replace your own API key',
  response: ApiKey,
});
