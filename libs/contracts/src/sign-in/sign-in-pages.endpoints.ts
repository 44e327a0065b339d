import { endpoint, page, RawResponse } from '../kit/endpoint.js';
import { Id, Text } from '../kit/fields.js';
import { HASHING_TIMEOUT_MS } from './sign-in.endpoints.js';

/* Pages of the gateway for people in a browser. */

/**
 * Parameters of every page that a sign-in begins at, for apps that open a browser: 64 hexadecimal digits, at most one of the two. The flow
 * has them for an hour.
 */
export class AppFlow {
  @Text({
    default: '',
    controlCharacters: 'allowed',
    description: 'Ends in a 302 to the app, with the key of the device.',
  })
  mobileFlowOtp!: string;
  @Text({
    default: '',
    controlCharacters: 'allowed',
    description: 'Ends in a page with a token, encrypted for the app.',
  })
  desktopFlowOtp!: string;
}

/** Parameters of `GET /login/`. All are texts for the page; none is a secret. */
export class SignInPageQuery extends AppFlow {
  @Text({ default: '', controlCharacters: 'allowed', description: 'Path of this server to go to after the sign-in.' })
  next!: string;
  @Text({ default: '', controlCharacters: 'allowed', description: 'Fills in the address.' }) email!: string;
  @Text({ default: '', controlCharacters: 'allowed', description: 'Address of a deactivated account.' })
  isDeactivated!: string;
  @Text({ default: '', controlCharacters: 'allowed', description: 'Address that has an account.' })
  alreadyRegistered!: string;
}

/** Parameters of `POST /login/`. A missing one counts as empty, so that the form comes back. */
export class SignInForm extends AppFlow {
  @Text({ default: '', controlCharacters: 'allowed' }) username!: string;
  @Text({ default: '', controlCharacters: 'allowed' }) password!: string;
  @Text({ default: '', controlCharacters: 'allowed' }) next!: string;
}

/** Parameters of `POST /account/sessions/`. */
export class SessionsForm {
  @Id({ optional: true, description: 'The session to end; all but the current one if absent.' }) sessionId?: number;
}

/** Path parameter of the pages behind mailed links: the secret of the link. */
export class MailedLink {
  @Text({ controlCharacters: 'allowed' }) token!: string;
}

/** Path parameter of the files of pages. */
export class PageStyleFile {
  @Text({ max: 100, controlCharacters: 'refused' }) fileName!: string;
}

export const getSignInPage = page('GET /login', {
  pattern: 'gateway.sign_in_pages.get_sign_in',
  aliasPaths: ['/accounts/login'],
  summary: 'The page to sign in with a password; a signed-in browser goes on to `next`',
  parameters: SignInPageQuery,
});

/** A refused form comes back with status 400, or 429 beyond a limit. */
export const signIn = page('POST /login', {
  pattern: 'gateway.sign_in_pages.sign_in',
  aliasPaths: ['/accounts/login'],
  summary: 'Sign in by the form; 302 to `next` with a session',
  timeoutMs: HASHING_TIMEOUT_MS,
  parameters: SignInForm,
});

/** Path parameter of the page that a desktop app loads with its token. */
export class LoginToken {
  @Text({ controlCharacters: 'allowed' }) token!: string;
}

export const getDesktopTextPage = page('GET /accounts/login/desktop', {
  pattern: 'gateway.desktop_sign_in.get_text',
  summary: 'The page with the text for a desktop app after a sign-in at a provider; shown once',
});

/** A used, late, malformed or unknown token gives a page with status 400; so does a link on a page of another site. */
export const redeemLoginToken = page('GET /accounts/login/subdomain/{token}', {
  pattern: 'gateway.sign_in_pages.redeem_login_token',
  summary: 'Begin the session of a desktop app by the token of its sign-in; 302',
  parameters: LoginToken,
});

export const signOut = page('POST /accounts/logout', {
  pattern: 'gateway.sign_in_pages.sign_out',
  summary: 'End the session of this browser',
});

export const getDeactivatedPage = page('GET /accounts/deactivated', {
  pattern: 'gateway.sign_in_pages.get_deactivated',
  summary: 'The page of a deactivated organization',
});

export const getAccountPage = page('GET /account', {
  pattern: 'gateway.sign_in_pages.get_account',
  summary: 'The page with your sessions; without a session, 302 to the sign-in',
});

export const endSessionsByForm = page('POST /account/sessions', {
  pattern: 'gateway.sign_in_pages.end_sessions',
  summary: 'End one session, or all but the current one, by the form of the account page',
  parameters: SessionsForm,
});

export const confirmEmail = page('GET /accounts/confirm_new_email/{token}', {
  pattern: 'gateway.sign_in.confirm_email',
  summary: 'Confirm a new address by a mailed link; 302',
  errorStatuses: [404],
  parameters: MailedLink,
});

export const getEmailChangedPage = page('GET /accounts/email/done', {
  pattern: 'gateway.email_confirmation.get_done',
  summary: 'The page after the confirmation of a new address',
});

export const getPageStyle = endpoint('GET /static/pages/{file_name}', {
  pattern: 'gateway.pages.get_style',
  atRoot: true,
  isPicture: true,
  access: 'anyone',
  tag: 'pages',
  summary: 'The style sheet and the script of all pages',
  parameters: PageStyleFile,
  example: { fileName: 'pages.css' },
  response: RawResponse,
});
