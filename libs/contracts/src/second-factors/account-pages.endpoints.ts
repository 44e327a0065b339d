import { page } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';
import { IntersectionType } from '../kit/mapped-classes.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { CodeForm } from './second-factor-pages.endpoints.js';

/* Pages of the gateway for the own second factor and API key. Without a session they lead to the sign-in. */

/** Parameter of forms that need the password long after the sign-in. Empty: none. */
export class PasswordForm {
  @Text({ default: '', controlCharacters: 'allowed' }) password!: string;
}

/** Parameters of forms that change a second factor. */
export class ProofForm extends IntersectionType(CodeForm, PasswordForm) {}

export const getOwnSecondFactorPage = page('GET /account/second_factor', {
  pattern: 'gateway.own_second_factor_pages.get',
  timeoutMs: HASHING_TIMEOUT_MS,
  summary: 'The page of your second factor, or of its set-up under way',
});

export const beginSetUpByForm = page('POST /account/second_factor', {
  pattern: 'gateway.own_second_factor_pages.begin',
  timeoutMs: HASHING_TIMEOUT_MS,
  summary: 'Begin to set up a second factor by the form of the page',
  parameters: PasswordForm,
});

export const confirmSetUpByForm = page('POST /account/second_factor/confirm', {
  pattern: 'gateway.own_second_factor_pages.confirm',
  timeoutMs: HASHING_TIMEOUT_MS,
  summary: 'Confirm the second factor by its first code; the response shows the recovery codes',
  parameters: CodeForm,
});

export const replaceRecoveryCodesByForm = page('POST /account/second_factor/recovery_codes', {
  pattern: 'gateway.own_second_factor_pages.replace_recovery_codes',
  timeoutMs: HASHING_TIMEOUT_MS,
  summary: 'Get new recovery codes by the form of the page',
  parameters: ProofForm,
});

export const removeSecondFactorByForm = page('POST /account/second_factor/remove', {
  pattern: 'gateway.own_second_factor_pages.remove',
  timeoutMs: HASHING_TIMEOUT_MS,
  summary: 'Remove your second factor by the form of the page',
  parameters: ProofForm,
});

export const getOwnKeyPage = page('GET /account/key', {
  pattern: 'gateway.own_key_pages.get',
  timeoutMs: HASHING_TIMEOUT_MS,
  summary: 'The page with the form that shows or replaces your API key',
});

export const showKeyByForm = page('POST /account/key', {
  pattern: 'gateway.own_key_pages.show',
  timeoutMs: HASHING_TIMEOUT_MS,
  summary: 'Show your API key by the form of the page',
  parameters: PasswordForm,
});

export const regenerateKeyByForm = page('POST /account/key/regenerate', {
  pattern: 'gateway.own_key_pages.regenerate',
  timeoutMs: HASHING_TIMEOUT_MS,
  summary: 'Replace your API key by the form of the page; the former one ends',
  parameters: PasswordForm,
});
