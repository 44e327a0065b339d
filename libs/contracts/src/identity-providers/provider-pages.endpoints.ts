import { notFound } from '../errors/api-errors.js';
import { IDENTITY_REFUSALS, type IdentityRefusal } from '../identities/identities.requests.js';
import { endpoint, page } from '../kit/endpoint.js';
import { Bool, OneOf, Text } from '../kit/fields.js';
import { AppFlow } from '../sign-in/sign-in-pages.endpoints.js';
import { PROVIDER_FAILURES, PROVIDER_STEP_TIMEOUT_MS, type ProviderFailure } from './identity-providers.requests.js';
import { PROVIDER_PROTOCOLS, type ProviderProtocol } from './identity-providers.schema.js';
import { MAX_LOGOUT_TOKEN_LENGTH, OidcReturn } from './oidc.requests.js';

/* Pages of the gateway on the way to an identity provider and back. */

/** The service gives up before the page does, so that the page can say so. */
export const PROVIDER_PAGE_TIMEOUT_MS = PROVIDER_STEP_TIMEOUT_MS + 300;

/** Path and query of the pages that begin a sign-in at a provider. `page` is the page with the link to the provider. */
export class ProtocolSelection extends AppFlow {
  @OneOf(['login', 'register'], { error: notFound }) page!: 'login' | 'register';
  @OneOf(PROVIDER_PROTOCOLS, { error: notFound }) protocol!: ProviderProtocol;
  @Text({ default: '', controlCharacters: 'allowed', description: 'Path of this server to go to after the sign-in.' })
  next!: string;
  @Text({ default: '', controlCharacters: 'allowed', description: 'Key of a link for any number of people.' })
  multiuseObjectKey!: string;
  @Bool({ default: false, description: 'The person wants a new account.' }) isSignup!: boolean;
}

/** The same with the id of the provider. */
export class ProviderSelection extends ProtocolSelection {
  @Text({ controlCharacters: 'allowed' }) providerId!: string;
}

/** Parameters of `GET /complete/oidc/{provider_id}/`, which the provider sets. */
export class OidcReturnSelection extends OidcReturn {
  @Text({ controlCharacters: 'allowed' }) providerId!: string;
}

const start = { errorStatuses: [404], timeoutMs: PROVIDER_PAGE_TIMEOUT_MS } as const;

export const startAtProvider = page('GET /accounts/{page}/social/{protocol}/{provider_id}', {
  ...start,
  pattern: 'gateway.provider_pages.start',
  summary: 'Begin a sign-in (`login`) or a sign-up (`register`) at a provider; 302 to the provider',
  parameters: ProviderSelection,
});

export const startAtOnlyProvider = page('GET /accounts/{page}/social/{protocol}', {
  ...start,
  pattern: 'gateway.provider_pages.start_only',
  summary: 'The same with the only provider of the protocol',
  parameters: ProtocolSelection,
});

/** A flow that is used, late, or of another browser gives a page with status 400. A refused one leads to `GET /accounts/login/failed/`. */
export const completeOidcSignIn = page('GET /complete/oidc/{provider_id}', {
  pattern: 'gateway.provider_pages.complete_oidc_sign_in',
  summary: 'Sign in by the return from a provider; 302, with a session unless it is refused',
  errorStatuses: [404],
  timeoutMs: PROVIDER_PAGE_TIMEOUT_MS,
  parameters: OidcReturnSelection,
});

/** Query of `GET /accounts/login/failed/`. */
export class FailedSignIn {
  @OneOf([...PROVIDER_FAILURES, ...IDENTITY_REFUSALS], { description: 'Fault of the sign-in.' })
  reason!: ProviderFailure | IdentityRefusal;
}

/** The page has status 503 for the reason `unavailable`, else 400. */
export const getFailedSignInPage = page('GET /accounts/login/failed', {
  pattern: 'gateway.provider_pages.get_failed',
  summary: 'The page after a sign-in at a provider that did not succeed',
  parameters: FailedSignIn,
});

/** Parameters of `POST /logout/oidc/{provider_id}/`. */
export class OidcLogoutForm {
  @Text({ controlCharacters: 'allowed' }) providerId!: string;
  @Text({ max: MAX_LOGOUT_TOKEN_LENGTH, controlCharacters: 'allowed', description: 'Signed by the provider.' })
  logoutToken!: string;
}

/** Errors (BAD_REQUEST): "The logout token is not valid."; "The logout token was used before.". */
export const logOutByOidc = endpoint('POST /logout/oidc/{provider_id}', {
  pattern: 'gateway.provider_pages.log_out_by_oidc',
  atRoot: true,
  isForProviders: true,
  access: 'anyone',
  tag: 'sign-in',
  summary: 'For OpenID Connect providers: end all sessions and device keys of a person (back-channel logout)',
  errorStatuses: [404],
  timeoutMs: PROVIDER_PAGE_TIMEOUT_MS,
  parameters: OidcLogoutForm,
});
