import { endpoint, page } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { MailedLink } from '../sign-in/sign-in-pages.endpoints.js';

/** Parameters of `POST /accounts/password/reset`: the address for the mail. */
export class PasswordResetRequest {
  @Text({ max: 1_000, controlCharacters: 'refused' }) email!: string;
}

/**
 * The response and its time do not reveal whether an account has this address. Errors: "Enter a valid email address." (BAD_REQUEST);
 * RATE_LIMIT_HIT after too many mails to the address or from the client's address; REALM_DEACTIVATED.
 */
export const requestPasswordReset = endpoint('POST /accounts/password/reset', {
  pattern: 'users.passwords.request_reset',
  access: 'anyone',
  passesClientAddress: true,
  tag: 'sign-in',
  summary: 'Mail a link for setting a new password',
  parameters: PasswordResetRequest,
});

/* Pages of the gateway. */

/** Parameters of the form at `/accounts/password/reset/`. */
export class PasswordResetForm {
  @Text({ default: '', controlCharacters: 'allowed' }) email!: string;
}

/** Parameters of `POST /accounts/password/reset/{token}`: the secret of the link and the new password. */
export class NewPassword extends MailedLink {
  @Text({ default: '', controlCharacters: 'allowed' }) newPassword!: string;
}

export const getPasswordResetRequestPage = page('GET /accounts/password/reset', {
  pattern: 'gateway.password_pages.get_request',
  summary: 'The page to ask for a link that sets a new password',
});

/** A refused form comes back with status 400, or 429 beyond a limit. */
export const requestPasswordResetByForm = page('POST /accounts/password/reset', {
  pattern: 'gateway.password_pages.request',
  summary: 'Mail a link for setting a new password, by the form; 302 for every address',
  parameters: PasswordResetForm,
});

export const getPasswordResetSentPage = page('GET /accounts/password/reset/done', {
  pattern: 'gateway.password_pages.get_sent',
  summary: 'The page that says to look for the mail with the link for a new password',
});

export const getPasswordResetPage = page('GET /accounts/password/reset/{token}', {
  pattern: 'gateway.sign_in.get_password_reset_page',
  summary: 'The page that a mailed link opens, to set a new password; opening it uses nothing up',
  errorStatuses: [404],
  parameters: MailedLink,
});

/** A refused password brings the form back with status 400, and the link remains valid. */
export const resetPassword = page('POST /accounts/password/reset/{token}', {
  pattern: 'gateway.sign_in.reset_password',
  summary: 'Set a new password by a mailed link; 302',
  errorStatuses: [404],
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: NewPassword,
});

export const getPasswordSetPage = page('GET /accounts/password/done', {
  pattern: 'gateway.password_pages.get_done',
  summary: 'The page after a new password',
});
