import { promisify } from 'node:util';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { decrypt } from 'xml-encryption';
import { type AssertionExpectation, acceptedAssertion, type SamlAssertion } from './saml-assertion.js';
import { decodedDocument, readMessage, requireSoundAssertion } from './saml-message.js';
import { SamlRefusal } from './saml-refusal.js';

export interface ResponseExpectation extends AssertionExpectation {
  /** PEM; one of them has to fit. */
  readonly certificates: readonly string[];
  /** Decrypts assertions, PEM; null: they are refused. */
  readonly privateKey: string | null;
}

/**
 * Verifies a posted response and returns its assertion. The library checks the signature and returns the signed bytes; they alone name the
 * person. The unsigned part can only refuse. Throws SamlRefusal.
 */
export async function verifiedAssertion(samlResponse: string, expected: ResponseExpectation): Promise<SamlAssertion> {
  const message = readMessage(decodedDocument(samlResponse));
  if (message.kind !== 'Response') throw new SamlRefusal('malformed', 'it is no response');
  if (message.issuer !== undefined && message.issuer !== expected.issuer)
    throw new SamlRefusal('issuer', 'the response has another issuer');
  if (message.destination !== expected.recipient)
    throw new SamlRefusal('address', 'the response has another destination');
  if (message.inResponseTo !== expected.requestId)
    throw new SamlRefusal('request', 'the response is to another request');
  if (message.encryptedAssertion !== undefined)
    await requireSoundContent(message.encryptedAssertion, expected.privateKey);
  return acceptedAssertion(await signedAssertion(samlResponse, expected), expected);
}

/**
 * Checks an encrypted assertion before the library reads it. Everyone can encrypt for this server, so the signature inside counts. Every error
 * has the same fault: another one would help to guess the text.
 */
async function requireSoundContent(encryptedAssertion: string, privateKey: string | null): Promise<void> {
  if (privateKey === null) throw new SamlRefusal('signature', 'it is encrypted, and SAML_SP_KEY is not set');
  try {
    requireSoundAssertion(await promisify(decrypt)(encryptedAssertion, { key: privateKey }));
  } catch {
    throw new SamlRefusal('signature', 'it is encrypted for another key, or has no proper assertion');
  }
}

async function signedAssertion(samlResponse: string, expected: ResponseExpectation): Promise<unknown> {
  const library = new SAML({
    issuer: expected.audience,
    callbackUrl: expected.recipient,
    idpCert: [...expected.certificates],
    // Either is enough: without a signed response the library requires a signed assertion.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // acceptedAssertion checks the rest, with an error that names the fault.
    audience: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
    ...(expected.privateKey !== null && { decryptionPvk: expected.privateKey }),
  });
  try {
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse: samlResponse });
    const assertion = profile?.getAssertion?.();
    if (assertion !== undefined) return assertion;
  } catch (error) {
    // The message of the library quotes the document.
    if ((error as Error).message.startsWith('Error parsing')) throw new SamlRefusal('malformed', 'a time is missing');
    throw new SamlRefusal('signature', 'it has no assertion with a valid signature of the provider');
  }
  throw new SamlRefusal('malformed', 'it has no assertion');
}
