import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { type AssertionExpectation, acceptedAssertion, type SamlAssertion } from './saml-assertion.js';
import { decodedDocument, readMessage } from './saml-message.js';
import { SamlRefusal } from './saml-refusal.js';

export interface ResponseExpectation extends AssertionExpectation {
  /** PEM; one of them has to fit. */
  readonly certificates: readonly string[];
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
  return acceptedAssertion(await signedAssertion(samlResponse, expected), expected);
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
