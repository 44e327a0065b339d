import { MAX_CHOSEN_STREAM_GROUPS } from '../invitations/invitations.schema.js';
import { page } from '../kit/endpoint.js';
import { RepeatedTexts, Text } from '../kit/fields.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { AppFlow } from '../sign-in/sign-in-pages.endpoints.js';

/* Pages of the gateway for new people. A used, revoked, late, malformed or unknown link of any kind gives the same page, 404. */

/** Parameters of `GET /register/`. */
export class SignUpPageQuery extends AppFlow {}

/** Parameters of `GET /join/{key}/`. */
export class JoinPageQuery extends AppFlow {
  @Text({ controlCharacters: 'allowed' }) key!: string;
}

/** Query of the page after `POST /register/`. */
export class SignUpAddress {
  @Text({ default: '', controlCharacters: 'allowed' }) email!: string;
}

/** Parameters of `POST /register/`. */
export class SignUpRequestForm extends AppFlow {
  @Text({ default: '', controlCharacters: 'allowed' }) email!: string;
}

/** Path parameter of `GET /accounts/do_confirm/{key}`: the secret of the link. */
export class SignUpKey {
  @Text({ controlCharacters: 'allowed' }) key!: string;
}

/** Parameters of `POST /join/{key}/`. */
export class JoinForm extends JoinPageQuery {
  @Text({ default: '', controlCharacters: 'allowed' }) email!: string;
}

/** Parameters of `POST /accounts/register/`. */
export class RegistrationForm {
  @Text({ default: '', controlCharacters: 'allowed' }) key!: string;
  @Text({ default: '', controlCharacters: 'allowed' }) fullName!: string;
  @Text({ default: '', controlCharacters: 'allowed' }) password!: string;
  @Text({ default: '', controlCharacters: 'allowed', description: 'IANA identifier; empty: none.' }) timezone!: string;
  @Text({ default: '', controlCharacters: 'allowed', description: 'As in `PATCH /settings`; empty: the default.' })
  emailAddressVisibility!: string;
  @RepeatedTexts({
    max: MAX_CHOSEN_STREAM_GROUPS,
    optional: true,
    description: 'Names of groups of streams; repeatable.',
  })
  defaultStreamGroup?: readonly string[];
  @Text({ default: '', controlCharacters: 'allowed', description: 'Any text: accepts the terms of service.' })
  terms!: string;
}

export const getSignUpPage = page('GET /register', {
  pattern: 'gateway.sign_up_pages.get_sign_up',
  aliasPaths: ['/accounts/home'],
  summary: 'The page to ask for an account',
  parameters: SignUpPageQuery,
});

/** A refused form comes back with status 400, or 429 beyond a limit. */
export const requestSignUp = page('POST /register', {
  pattern: 'gateway.sign_up_pages.request',
  aliasPaths: ['/accounts/home'],
  summary: 'Mail a link for a new account; 302 for every address',
  parameters: SignUpRequestForm,
});

export const getSignUpSentPage = page('GET /accounts/send_confirm', {
  pattern: 'gateway.sign_up_pages.get_sent',
  summary: 'The page that says to look for the mail',
  parameters: SignUpAddress,
});

export const getJoinPage = page('GET /join/{key}', {
  pattern: 'gateway.sign_up_pages.get_join',
  summary: 'The page of a link for any number of people',
  errorStatuses: [404],
  parameters: JoinPageQuery,
});

export const joinByLink = page('POST /join/{key}', {
  pattern: 'gateway.sign_up_pages.join',
  summary: 'Mail a link for a new account by a link for any number of people; 302 for every address',
  errorStatuses: [404],
  parameters: JoinForm,
});

export const getRegistrationPage = page('GET /accounts/do_confirm/{key}', {
  pattern: 'gateway.sign_up_pages.get_registration',
  summary: 'The form that a mailed link opens; opening it uses nothing up',
  errorStatuses: [404],
  parameters: SignUpKey,
});

/** A refused form comes back with status 400, and its link remains valid. */
export const registerAccount = page('POST /accounts/register', {
  pattern: 'gateway.sign_up_pages.register',
  summary: 'Create the account of a mailed link; 302 with a session',
  errorStatuses: [404],
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: RegistrationForm,
});
