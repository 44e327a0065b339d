import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';
import { IntersectionType } from '../kit/mapped-classes.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { CodeForm } from './second-factor-pages.endpoints.js';

/* Pages of the gateway for the own second factor and API key. Without a session they lead to the sign-in. */

const pageOptions = { atRoot: true, isPage: true, access: 'user-or-spectator', tag: 'pages' } as const;
const page = { ...pageOptions, response: RawResponse, timeoutMs: HASHING_TIMEOUT_MS };

/** Parameter of forms that need the password long after the sign-in. Empty: none. */
export class PasswordForm {
  @Text({ default: '', controlCharacters: 'allowed' }) password!: string;
}

/** Parameters of forms that change a second factor. */
export class ProofForm extends IntersectionType(CodeForm, PasswordForm) {}

export const getOwnSecondFactorPage = endpoint({
  ...page,
  pattern: 'gateway.own_second_factor_pages.get',
  route: 'GET /account/second_factor',
  summary: 'The page of your second factor, or of its set-up under way',
});

export const beginSetUpByForm = endpoint({
  ...page,
  pattern: 'gateway.own_second_factor_pages.begin',
  route: 'POST /account/second_factor',
  summary: 'Begin to set up a second factor by the form of the page',
  parameters: PasswordForm,
});

export const confirmSetUpByForm = endpoint({
  ...page,
  pattern: 'gateway.own_second_factor_pages.confirm',
  route: 'POST /account/second_factor/confirm',
  summary: 'Confirm the second factor by its first code; the response shows the recovery codes',
  parameters: CodeForm,
});

export const replaceRecoveryCodesByForm = endpoint({
  ...page,
  pattern: 'gateway.own_second_factor_pages.replace_recovery_codes',
  route: 'POST /account/second_factor/recovery_codes',
  summary: 'Get new recovery codes by the form of the page',
  parameters: ProofForm,
});

export const removeSecondFactorByForm = endpoint({
  ...page,
  pattern: 'gateway.own_second_factor_pages.remove',
  route: 'POST /account/second_factor/remove',
  summary: 'Remove your second factor by the form of the page',
  parameters: ProofForm,
});

export const getOwnKeyPage = endpoint({
  ...page,
  pattern: 'gateway.own_key_pages.get',
  route: 'GET /account/key',
  summary: 'The page with the form that shows or replaces your API key',
});

export const showKeyByForm = endpoint({
  ...page,
  pattern: 'gateway.own_key_pages.show',
  route: 'POST /account/key',
  summary: 'Show your API key by the form of the page',
  parameters: PasswordForm,
});

export const regenerateKeyByForm = endpoint({
  ...page,
  pattern: 'gateway.own_key_pages.regenerate',
  route: 'POST /account/key/regenerate',
  summary: 'Replace your API key by the form of the page; the former one ends',
  parameters: PasswordForm,
});
