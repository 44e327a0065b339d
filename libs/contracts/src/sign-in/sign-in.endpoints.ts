import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Id, Text } from '../kit/fields.js';

/** Hashing passwords takes long on a busy machine. */
export const HASHING_TIMEOUT_MS = 15_000;

/** Parameters of `POST /fetch_api_key`. `username` is an email address, or a name on the LDAP server. */
export class Credentials {
  @Text({ controlCharacters: 'allowed' }) username!: string;
  @Text({ controlCharacters: 'allowed' }) password!: string;
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
 * a wrong password get AUTHENTICATION_FAILED after a similar time. Effect: the first sign-in by LDAP creates the account.
 */
export const fetchApiKey = endpoint({
  pattern: 'users.sign_in.fetch_api_key',
  route: 'POST /fetch_api_key',
  access: 'anyone',
  checksPassword: true,
  passesClientAddress: true,
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
export const fetchOwnApiKey = endpoint({
  pattern: 'users.sign_in.fetch_own_api_key',
  route: 'POST /fetch_api_key',
  onlyForSessions: true,
  bots: 'refused',
  tag: 'sign-in',
  summary: 'Exchange the password of the signed-in account for its API key',
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: OwnPassword,
  response: SignedIn,
});

/** The former key becomes invalid. */
export const regenerateApiKey = endpoint({
  pattern: 'users.api_keys.regenerate',
  route: 'POST /users/me/api_key/regenerate',
  tag: 'sign-in',
  summary: 'Replace your own API key',
  response: ApiKey,
});

/** Parameters of `POST /accounts/password/reset`: the address for the mail. */
export class PasswordResetRequest {
  @Text({ controlCharacters: 'refused' }) email!: string;
}

/**
 * The response does not reveal whether an account has this address. Errors: "Enter a valid email address." (BAD_REQUEST);
 * RATE_LIMIT_HIT after too many mails to the address or from the client's address.
 */
export const requestPasswordReset = endpoint({
  pattern: 'users.passwords.request_reset',
  route: 'POST /accounts/password/reset',
  atRoot: true,
  access: 'anyone',
  passesClientAddress: true,
  tag: 'sign-in',
  summary: 'Mail a link for setting a new password',
  parameters: PasswordResetRequest,
});

/* Pages of the gateway behind mailed links. */

const page = { atRoot: true, isPage: true, access: 'user-or-spectator', tag: 'pages', response: RawResponse } as const;

/** Path parameter of the pages behind mailed links: the secret of the link. */
export class MailedLink {
  @Text({ max: 128, controlCharacters: 'refused' }) token!: string;
}

/** Parameters of `POST /accounts/password/reset/{token}`: the secret of the link and the new password. */
export class NewPassword extends MailedLink {
  @Text({ controlCharacters: 'allowed' }) newPassword!: string;
}

export const getPasswordResetPage = endpoint({
  pattern: 'gateway.sign_in.get_password_reset_page',
  route: 'GET /accounts/password/reset/{token}',
  ...page,
  summary: 'The page that a mailed link opens, to set a new password',
  parameters: MailedLink,
});

export const resetPassword = endpoint({
  pattern: 'gateway.sign_in.reset_password',
  route: 'POST /accounts/password/reset/{token}',
  ...page,
  summary: 'Set a new password by a mailed link',
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: NewPassword,
});

export const confirmEmail = endpoint({
  pattern: 'gateway.sign_in.confirm_email',
  route: 'GET /accounts/confirm_new_email/{token}',
  ...page,
  summary: 'Confirm a new address by a mailed link',
  parameters: MailedLink,
});
