import { Nested, Text } from '../kit/fields.js';
import { RealmRequest, request } from '../service-request.js';
import {
  MAX_PROVIDER_ID_LENGTH,
  PROVIDER_STEP_TIMEOUT_MS,
  ProviderSignInReturn,
  ProviderSignInStart,
} from './identity-providers.requests.js';

export const MAX_LOGOUT_TOKEN_LENGTH = 16_000;

/** Begins a sign-in by OpenID Connect. */
export class BeginOidcSignIn extends request(ProviderSignInStart, 'identity-providers.openid_connect.begin') {
  static readonly timeoutMs = PROVIDER_STEP_TIMEOUT_MS;
}

const returned = { max: 8_000, optional: true, controlCharacters: 'allowed' } as const;

/** Parameters of the address to which an OpenID Connect provider returns the browser. */
export class OidcReturn {
  @Text(returned) state?: string;
  @Text(returned) code?: string;
  /** The provider that the response is from. */
  @Text(returned) iss?: string;
  @Text(returned) error?: string;
}

/** Completes a sign-in by OpenID Connect, once. Errors and effects are those of `SignInWithIdentity`. */
export class CompleteOidcSignIn extends request(ProviderSignInReturn, 'identity-providers.openid_connect.complete') {
  static readonly timeoutMs = PROVIDER_STEP_TIMEOUT_MS;

  @Text({ max: MAX_PROVIDER_ID_LENGTH }) providerId!: string;
  @Nested(OidcReturn) parameters!: OidcReturn;
}

/**
 * The logout of an OpenID Connect provider: ends all sessions and device keys of the person, in every realm. Error (BAD_REQUEST): the token
 * is not valid, or was used before. Effect: SessionsEnded.
 */
export class EndSessionsByLogoutToken extends request(
  RealmRequest<Record<string, never>>,
  'identity-providers.openid_connect.log_out',
) {
  static readonly timeoutMs = PROVIDER_STEP_TIMEOUT_MS;

  @Text({ max: MAX_PROVIDER_ID_LENGTH }) providerId!: string;
  @Text({ max: MAX_LOGOUT_TOKEN_LENGTH, controlCharacters: 'allowed' }) logoutToken!: string;
}
