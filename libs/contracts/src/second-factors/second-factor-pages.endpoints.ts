import { page } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

/* Pages of the gateway for the second step of a sign-in. A cookie of ten minutes names the sign-in. */

/** Parameter of the forms for a code. A missing one counts as empty, so that the form comes back; a long one is wrong. */
export class CodeForm {
  @Text({ default: '', controlCharacters: 'allowed' }) code!: string;
}

export const getSecondStepPage = page('GET /accounts/login/second_factor', {
  pattern: 'gateway.second_step_pages.get',
  summary: 'The page for the code of a second factor, after the password',
});

/** A wrong code brings the form back with status 400, or 429 beyond the limit. */
export const signInWithCode = page('POST /accounts/login/second_factor', {
  pattern: 'gateway.second_step_pages.sign_in',
  summary: 'Complete a sign-in by a code or a recovery code; 302 to `next` with a session',
  parameters: CodeForm,
});

export const getSetUpPage = page('GET /accounts/login/second_factor/set_up', {
  pattern: 'gateway.second_step_pages.get_set_up',
  summary: 'The page to set up a required second factor during a sign-in',
});

export const setUpWithCode = page('POST /accounts/login/second_factor/set_up', {
  pattern: 'gateway.second_step_pages.set_up',
  summary: 'Confirm the second factor by its first code; the response shows the recovery codes',
  parameters: CodeForm,
});
