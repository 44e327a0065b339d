import type { OidcReturn } from '@chat/contracts';
import * as oidc from 'openid-client';
import { identityOf, type ProvenIdentity } from './identity-of-claims.js';
import { CLOCK_TOLERANCE_SECONDS, type ProviderConnection } from './provider-connection.js';
import { InvalidDocument } from './provider-failure.js';

/** A token is issued for the flow, so it is no older. */
const MAX_TOKEN_AGE_SECONDS = 600;

/** Values that the flow began with. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/**
 * Exchanges the code of a return for tokens, checks them, and reads the user information. Rejects if anything does not fit. The library
 * checks `state`, `iss` of the return, signature, algorithm, `iss`, `aud`, `exp` and `nonce` of the ID token, and `sub` of the user information.
 */
export async function identityOfReturn(
  connection: ProviderConnection,
  redirectUri: string,
  parameters: OidcReturn,
  secrets: FlowSecrets,
): Promise<ProvenIdentity> {
  const step = connection.begin();
  const address = returnAddress(redirectUri, parameters);
  const checks = {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.codeVerifier,
    idTokenExpected: true,
  };
  const keys = await connection.keys();
  const configuration = await connection.configuration(step, keys);
  const tokens = await oidc.authorizationCodeGrant(configuration, address, checks).catch(async (error: unknown) => {
    // The signature may be by a newer key. The step sends no second request for tokens.
    const renewed = isAboutKey(error) ? await connection.keys({ areRenewed: true }) : keys;
    if (renewed === keys) throw error;
    return oidc.authorizationCodeGrant(await connection.configuration(step, renewed), address, checks);
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new InvalidDocument('there is no ID token');
  checkTokenClaims(claims, connection.settings.clientId);
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = hasUserInfo ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
  const identity = identityOf(claims, userInfo);
  if (identity === undefined) throw new InvalidDocument('the subject is no usable text');
  return identity;
}

function returnAddress(redirectUri: string, parameters: OidcReturn): URL {
  const address = new URL(redirectUri);
  for (const name of ['state', 'code', 'iss', 'error'] as const) {
    const value = parameters[name];
    if (value !== undefined) address.searchParams.set(name, value);
  }
  return address;
}

/** Whether another key might fit. */
const isAboutKey = (error: unknown): boolean =>
  error instanceof oidc.ClientError &&
  (error.code === 'OAUTH_KEY_SELECTION_FAILED' || error.code === 'OAUTH_INVALID_RESPONSE');

/** Checks that the library leaves out. Throws `InvalidDocument`. */
export function checkTokenClaims(
  { azp, iat }: { readonly azp?: unknown; readonly iat: number },
  clientId: string,
): void {
  // The library looks at it only if there are several audiences.
  if (azp !== undefined && azp !== clientId) throw new InvalidDocument('azp names another client');
  const ageSeconds = Date.now() / 1_000 - iat;
  if (ageSeconds < -CLOCK_TOLERANCE_SECONDS) throw new InvalidDocument('iat is in the future');
  if (ageSeconds > MAX_TOKEN_AGE_SECONDS + CLOCK_TOLERANCE_SECONDS) throw new InvalidDocument('iat is too long ago');
}
