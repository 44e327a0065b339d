import { createVerify } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { EndSessionsBySaml } from '@chat/contracts';
import { SAML } from '@node-saml/node-saml';
import { decodedDocument, documentText, MAX_DOCUMENT_BYTES, readMessage, type SamlMessage } from './saml-message.js';
import { SamlRefusal } from './saml-refusal.js';
import { requireNotEnded, requireRecent } from './saml-times.js';

/** Digests by algorithm of a signed address. */
const DIGESTS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
};

export interface LogoutExpectation {
  readonly issuer: string;
  /** Our address for documents. */
  readonly destination: string;
  /** PEM; one of them has to fit. */
  readonly certificates: readonly string[];
}

/** A request of the provider to end the sessions of a person. */
export interface SamlLogout {
  readonly id: string;
  readonly nameId: string;
}

type Binding = EndSessionsBySaml['binding'];

/** The request without any check of its sender. */
export const readLogout = async (binding: Binding, request: string): Promise<SamlMessage> =>
  binding === 'post'
    ? readMessage(decodedDocument(request))
    : redirectedMessage(rawParameters(request).get('SAMLRequest') ?? '');

/** Verifies a request. Throws SamlRefusal. */
export const verifiedLogout = (binding: Binding, request: string, expected: LogoutExpectation): Promise<SamlLogout> =>
  binding === 'post' ? verifiedPostedLogout(request, expected) : verifiedRedirectedLogout(request, expected);

/** A request that a form posts, with a signature in the document. */
async function verifiedPostedLogout(samlRequest: string, expected: LogoutExpectation): Promise<SamlLogout> {
  const logout = acceptedLogout(readMessage(decodedDocument(samlRequest)), expected);
  const library = new SAML({
    issuer: expected.destination,
    callbackUrl: expected.destination,
    idpCert: [...expected.certificates],
    acceptedClockSkewMs: -1,
  });
  try {
    await library.validatePostRequestAsync({ SAMLRequest: samlRequest });
  } catch {
    throw unsigned();
  }
  return logout;
}

/** A request in the query of an address, with a signature of the query. */
async function verifiedRedirectedLogout(query: string, expected: LogoutExpectation): Promise<SamlLogout> {
  const parameters = rawParameters(query);
  const message = await redirectedMessage(parameters.get('SAMLRequest') ?? '');
  const logout = acceptedLogout(message, expected);
  requireQuerySignature(parameters, expected.certificates);
  return logout;
}

async function redirectedMessage(rawDocument: string): Promise<SamlMessage> {
  const bytes = Buffer.from(decoded(rawDocument), 'base64');
  const text = await promisify(inflateRaw)(bytes, { maxOutputLength: MAX_DOCUMENT_BYTES }).catch(() => {
    throw new SamlRefusal('malformed', 'it is too long or not compressed');
  });
  return readMessage(documentText(text as Buffer));
}

function acceptedLogout(message: SamlMessage, expected: LogoutExpectation): SamlLogout {
  if (message.kind !== 'LogoutRequest') throw new SamlRefusal('malformed', 'it is no request for logout');
  if (message.issuer !== expected.issuer) throw new SamlRefusal('issuer', 'the request has another issuer');
  if (message.destination !== expected.destination)
    throw new SamlRefusal('address', 'the request has another destination');
  requireRecent(message.issueInstant);
  if (message.notOnOrAfter !== undefined) requireNotEnded(message.notOnOrAfter, 'NotOnOrAfter of the request');
  if (message.nameId === undefined) throw new SamlRefusal('identity', 'the request names no person');
  return { id: message.id, nameId: message.nameId };
}

/** The signature covers the parameters as they were sent, in this order. */
function requireQuerySignature(parameters: ReadonlyMap<string, string>, certificates: readonly string[]): void {
  const names = ['SAMLRequest', 'RelayState', 'SigAlg'].filter((name) => parameters.has(name));
  const signed = names.map((name) => `${name}=${parameters.get(name)}`).join('&');
  const digest = DIGESTS[decoded(parameters.get('SigAlg') ?? '')];
  const signature = decoded(parameters.get('Signature') ?? '');
  if (digest === undefined) throw unsigned();
  const fits = (certificate: string) => createVerify(digest).update(signed).verify(certificate, signature, 'base64');
  if (!certificates.some(fits)) throw unsigned();
}

/** Values as they were sent. A repeated name could be read in two ways. */
function rawParameters(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = ''] = pair.split('=', 1);
    if (parameters.has(name)) throw new SamlRefusal('malformed', 'a parameter is repeated');
    parameters.set(name, pair.slice(name.length + 1));
  }
  return parameters;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', '%20'));
  } catch {
    throw new SamlRefusal('malformed', 'a parameter is not percent-encoded');
  }
}

const unsigned = (): SamlRefusal => new SamlRefusal('signature', 'it has no valid signature of the provider');
