import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

/* Pages of the gateway for the second step of a sign-in. A cookie of ten minutes names the sign-in. */

const page = { atRoot: true, isPage: true, access: 'user-or-spectator', tag: 'pages', response: RawResponse } as const;

/** Parameter of the forms for a code. A missing one counts as empty, so that the form comes back; a long one is wrong. */
export class CodeForm {
  @Text({ default: '', controlCharacters: 'allowed' }) code!: string;
}

export const getSecondStepPage = endpoint({
  ...page,
  pattern: 'gateway.second_step_pages.get',
  route: 'GET /accounts/login/second_factor',
  summary: 'The page for the code of a second factor, after the password',
});

/** A wrong code brings the form back with status 400, or 429 beyond the limit. */
export const signInWithCode = endpoint({
  ...page,
  pattern: 'gateway.second_step_pages.sign_in',
  route: 'POST /accounts/login/second_factor',
  summary: 'Complete a sign-in by a code or a recovery code; 302 to `next` with a session',
  parameters: CodeForm,
});

export const getSetUpPage = endpoint({
  ...page,
  pattern: 'gateway.second_step_pages.get_set_up',
  route: 'GET /accounts/login/second_factor/set_up',
  summary: 'The page to set up a required second factor during a sign-in',
});

export const setUpWithCode = endpoint({
  ...page,
  pattern: 'gateway.second_step_pages.set_up',
  route: 'POST /accounts/login/second_factor/set_up',
  summary: 'Confirm the second factor by its first code; the response shows the recovery codes',
  parameters: CodeForm,
});
