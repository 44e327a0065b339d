import { Nested, Text } from '../kit/fields.js';
import {
  MAX_PROVIDER_ID_LENGTH,
  PROVIDER_STEP_TIMEOUT_MS,
  ProviderSignInReturn,
  ProviderSignInStart,
} from './identity-providers.requests.js';

/** Begins a sign-in by OpenID Connect. */
export class BeginOidcSignIn extends ProviderSignInStart {
  static readonly pattern = 'identity-providers.openid_connect.begin';
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
export class CompleteOidcSignIn extends ProviderSignInReturn {
  static readonly pattern = 'identity-providers.openid_connect.complete';
  static readonly timeoutMs = PROVIDER_STEP_TIMEOUT_MS;

  @Text({ max: MAX_PROVIDER_ID_LENGTH }) providerId!: string;
  @Nested(OidcReturn) parameters!: OidcReturn;
}
