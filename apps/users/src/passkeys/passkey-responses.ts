import { badRequest, type RelyingParty } from '@chat/contracts';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { PasskeyEntity } from './passkeys.entity.js';

// This module is imported at the first use of a passkey: its library has 250 modules, which each start would run.
export { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';

/** Ed25519, ES256 and RS256: every device has one of them. */
export const ALGORITHMS = [-8, -7, -257];
/** Limit of each text in a response. */
const MAX_TEXT_LENGTH = 10_000;
const MAX_FAULT_LENGTH = 200;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

export const invalidResponse = (fault: string) =>
  badRequest(`Invalid passkey response: ${fault.slice(0, MAX_FAULT_LENGTH)}`);

export type ResponseFields = Readonly<Record<string, unknown>>;

/** A response, with its texts checked for their form, and its challenge. */
export interface ReadResponse<Response> {
  readonly response: Response;
  readonly challenge: string;
}

export const readRegistration = (fields: ResponseFields): ReadResponse<RegistrationResponseJSON> =>
  readResponse(fields, ['attestationObject']);

export const readAuthentication = (fields: ResponseFields): ReadResponse<AuthenticationResponseJSON> =>
  readResponse(fields, ['authenticatorData', 'signature']);

/** Returns only members that the server reads, so that the library sees no other values. */
function readResponse<Response>(fields: ResponseFields, members: readonly string[]): ReadResponse<Response> {
  const id = base64url(fields, 'id');
  if (fields['rawId'] !== id) throw invalidResponse('rawId differs from id');
  if (fields['type'] !== 'public-key') throw invalidResponse('type is not "public-key"');
  const inner = fields['response'];
  if (typeof inner !== 'object' || inner === null) throw invalidResponse('response is not an object');
  const texts = ['clientDataJSON', ...members].map((name) => [name, base64url(inner as ResponseFields, name)]);
  const response = {
    id,
    rawId: id,
    type: 'public-key',
    response: Object.fromEntries(texts),
    clientExtensionResults: {},
  };
  return { response: response as Response, challenge: challengeIn(response.response['clientDataJSON'] as string) };
}

function base64url(fields: ResponseFields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value !== 'string' || value.length > MAX_TEXT_LENGTH || !BASE64URL.test(value))
    throw invalidResponse(`${name} is not base64url`);
  return value;
}

function challengeIn(clientDataJson: string): string {
  const { challenge, crossOrigin } = orInvalid(() => decodeClientDataJSON(clientDataJson)) ?? {};
  if (typeof challenge !== 'string') throw invalidResponse('clientDataJSON has no challenge');
  if (crossOrigin === true) throw invalidResponse('made in a frame of another origin');
  return challenge;
}

/** A new passkey, from a response with a challenge that the caller has checked. */
export async function verifiedRegistration(
  { response, challenge }: ReadResponse<RegistrationResponseJSON>,
  party: RelyingParty,
): Promise<Pick<PasskeyEntity, 'credentialId' | 'publicKey' | 'signatureCount'>> {
  orInvalid(() => refuseCertificates(response));
  const { verified, registrationInfo } = await orInvalidLater(() =>
    verifyRegistrationResponse({
      ...{ response, expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id },
      ...{ requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS },
    }),
  );
  if (!verified) throw invalidResponse('the signature is wrong');
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), signatureCount: counter };
}

/** The number of signatures of the device, from a response with a challenge that the caller has checked. */
export async function verifiedAuthentication(
  { response, challenge }: ReadResponse<AuthenticationResponseJSON>,
  party: RelyingParty,
  { publicKey, signatureCount }: PasskeyEntity,
): Promise<number> {
  const credential = { id: response.id, publicKey: new Uint8Array(publicKey), counter: signatureCount };
  const { verified, authenticationInfo } = await orInvalidLater(() =>
    verifyAuthenticationResponse({
      ...{ response, expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id },
      ...{ credential, requireUserVerification: true },
    }),
  );
  if (!verified) throw invalidResponse('the signature is wrong');
  return authenticationInfo.newCounter;
}

/**
 * The options ask for no attestation. Certificates in one would let the library request a list of revoked certificates from an address that
 * they name.
 */
function refuseCertificates({ response }: RegistrationResponseJSON): void {
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const [format, statement] = [object.get('fmt'), object.get('attStmt')];
  const isOfItself = format === 'packed' && statement.get('x5c') === undefined;
  if (format !== 'none' && !isOfItself) throw new Error('the attestation has certificates');
}

/** A fault that the library finds is one of the response: it reads bytes of a client. */
function orInvalid<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw invalidResponse((error as Error).message);
  }
}

async function orInvalidLater<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    throw invalidResponse((error as Error).message);
  }
}
