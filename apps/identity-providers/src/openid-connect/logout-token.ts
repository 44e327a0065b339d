import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { CLOCK_TOLERANCE_SECONDS, type ProviderConnection } from './provider-connection.js';
import { InvalidDocument } from './provider-failure.js';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A token is sent when it is made. */
export const MAX_LOGOUT_TOKEN_AGE_SECONDS = 600;
const MAX_NAME_LENGTH = 255;

/** A verified announcement that the provider ended a session. */
export interface Logout {
  /** Id of this announcement. */
  readonly id: string;
  readonly subject?: string;
  readonly providerSessionId?: string;
}

/** Checks a logout token as OpenID Connect Back-Channel Logout 1.0 demands. Rejects if anything does not fit. */
export async function verifiedLogout(connection: ProviderConnection, token: string): Promise<Logout> {
  const keys = await connection.keys();
  const claims = await claimsOf(connection, token, keys).catch(async (error: unknown) => {
    const renewed = isAboutKey(error) ? await connection.keys({ areRenewed: true }) : keys;
    if (renewed === keys) throw error;
    return claimsOf(connection, token, renewed);
  });
  const { jti, sub, sid, events, nonce } = claims;
  const event = (events as Readonly<Record<string, unknown>> | undefined)?.[LOGOUT_EVENT];
  if (event === null || typeof event !== 'object') throw new InvalidDocument('it announces no logout');
  // An ID token has one, and must not end sessions.
  if (nonce !== undefined) throw new InvalidDocument('it has a nonce');
  if (sub === undefined && sid === undefined) throw new InvalidDocument('it names no person');
  return {
    id: nameOf('jti', jti),
    ...(sub !== undefined && { subject: nameOf('sub', sub) }),
    ...(sid !== undefined && { providerSessionId: nameOf('sid', sid) }),
  };
}

async function claimsOf(connection: ProviderConnection, token: string, keys: JSONWebKeySet): Promise<JWTPayload> {
  const { issuer } = await connection.describe();
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer,
    audience: connection.settings.clientId,
    algorithms: await connection.algorithms(),
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: MAX_LOGOUT_TOKEN_AGE_SECONDS,
    requiredClaims: ['jti', 'events'],
  });
  if (!['logout+jwt', 'jwt', undefined].includes(protectedHeader.typ?.toLowerCase()))
    throw new InvalidDocument('it has another type');
  return payload;
}

const isAboutKey = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;

function nameOf(claim: string, value: unknown): string {
  const isUsable =
    typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(value);
  if (!isUsable) throw new InvalidDocument(`${claim} is no usable text`);
  return value;
}
