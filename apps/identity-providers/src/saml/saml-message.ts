import { DOMParser } from '@xmldom/xmldom';
import { faultOfXml } from './plain-xml.js';
import { SamlRefusal } from './saml-refusal.js';

export const MAX_DOCUMENT_BYTES = 262_144;
const NO_BASE64 = /[^A-Za-z0-9+/=\s]/;
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const ELEMENT = 1;
/** The library puts it into an XPath expression. */
const ID = /^[A-Za-z_][\w.-]{0,255}$/;
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** SHA-1 is left out: documents with the same hash can be made. */
export const SIGNATURE_ALGORITHMS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const DIGESTS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** RSA PKCS #1 v1.5 and Triple DES are left out: their errors help to guess the text. */
const ENCRYPTION_ALGORITHMS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
]);

/** The outer part of a document, which need not be signed. It may refuse a document, but never proves anything. */
export interface SamlMessage {
  readonly kind: string;
  readonly id: string;
  readonly issuer: string | undefined;
  readonly issueInstant: string | undefined;
  readonly destination: string | undefined;
  readonly inResponseTo: string | undefined;
  readonly notOnOrAfter: string | undefined;
  /** The element with an encrypted assertion, which has passed no check. */
  readonly encryptedAssertion: string | undefined;
  /** Of a request for logout; undefined unless there is exactly one. */
  readonly nameId: string | undefined;
}

/** The text of a posted document. Throws SamlRefusal if it is too long or no base64 of UTF-8. */
export function decodedDocument(base64: string): string {
  if (base64.length > 2 * MAX_DOCUMENT_BYTES || NO_BASE64.test(base64)) throw malformed('it is too long or no base64');
  return documentText(Buffer.from(base64, 'base64'));
}

export function documentText(bytes: Buffer): string {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw malformed('it has more than 256 KiB');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('it is not UTF-8');
  }
}

/** Throws SamlRefusal unless the document is plain XML with strong signatures, of the protocol. */
export function readMessage(xml: string): SamlMessage {
  const fault = faultOfXml(xml);
  if (fault !== undefined) throw malformed(`it has ${fault}`);
  const root = parsed(xml);
  if (root.namespaceURI !== PROTOCOL) throw malformed('it is no SAML message');
  const id = attribute(root, 'ID') ?? '';
  if (!ID.test(id)) throw malformed('it has no proper ID');
  if (root.getAttribute('Version') !== '2.0') throw malformed('it has not version 2.0');
  // Attacks wrap a signed document, or hide it in another one.
  const [encrypted, ...others] = everyElement(root, 'EncryptedAssertion');
  const assertions = [...everyElement(root, 'Assertion'), ...(encrypted === undefined ? [] : [encrypted])];
  if (everyElement(root, 'Response').length > 0 || assertions.length > 1 || others.length > 0)
    throw malformed('it has more than one response or assertion');
  requireStrongSignatures(root);
  if (encrypted !== undefined) requireKnownEncryption(encrypted);
  const kind = root.localName ?? '';
  if (kind === 'Response' || kind === 'LogoutResponse') requireSuccess(root);
  return {
    kind,
    id,
    issuer: textOf(childrenOf(root, ASSERTION, 'Issuer')),
    encryptedAssertion: encrypted?.toString(),
    notOnOrAfter: attribute(root, 'NotOnOrAfter'),
    nameId: textOf(childrenOf(root, ASSERTION, 'NameID')),
    issueInstant: attribute(root, 'IssueInstant'),
    destination: attribute(root, 'Destination'),
    inResponseTo: attribute(root, 'InResponseTo'),
  };
}

/** The same for a decrypted assertion. */
export function requireSoundAssertion(xml: string): void {
  const fault = faultOfXml(xml);
  if (fault !== undefined) throw malformed(`it has ${fault}`);
  const root = parsed(xml);
  const inner = ['Response', 'Assertion', 'EncryptedAssertion'].flatMap((name) => everyElement(root, name));
  if (root.localName !== 'Assertion' || inner.length > 0 || !ID.test(attribute(root, 'ID') ?? ''))
    throw malformed('it is no single assertion');
  requireStrongSignatures(root);
}

function parsed(xml: string): Element {
  const refuse = () => {
    throw malformed('it is no XML');
  };
  try {
    const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
    return parser.parseFromString(xml, 'text/xml').documentElement;
  } catch {
    throw malformed('it is no XML');
  }
}

function requireSuccess(root: Element): void {
  const codes = childrenOf(root, PROTOCOL, 'Status').flatMap((status) => childrenOf(status, PROTOCOL, 'StatusCode'));
  if (codes.length !== 1 || codes[0]?.getAttribute('Value') !== SUCCESS)
    throw new SamlRefusal('status', 'the provider reports a failure');
}

function requireStrongSignatures(root: Element): void {
  requireAlgorithms(root, 'SignatureMethod', SIGNATURE_ALGORITHMS);
  for (const signature of everyElement(root, 'Signature')) requireAlgorithms(signature, 'DigestMethod', DIGESTS);
}

function requireKnownEncryption(encrypted: Element): void {
  requireAlgorithms(encrypted, 'EncryptionMethod', ENCRYPTION_ALGORITHMS);
  // The library puts it into an XPath expression.
  const references = everyElement(encrypted, 'RetrievalMethod').map((element) => element.getAttribute('URI') ?? '');
  if (!references.every((uri) => uri.startsWith('#') && ID.test(uri.slice(1))))
    throw malformed('it refers to no proper key');
}

function requireAlgorithms(root: Element, name: string, allowed: ReadonlySet<string>): void {
  for (const element of everyElement(root, name))
    if (!allowed.has(element.getAttribute('Algorithm') ?? '')) throw new SamlRefusal('signature', `weak ${name}`);
}

/** Below the root, in any namespace, as the library finds them. */
const everyElement = (root: Element, name: string): readonly Element[] =>
  Array.from(root.getElementsByTagNameNS('*', name));

/** Empty attributes count as absent. */
const attribute = (element: Element, name: string): string | undefined => element.getAttribute(name) || undefined;

const childrenOf = (parent: Element, namespace: string, name: string): readonly Element[] =>
  (Array.from(parent.childNodes) as Element[]).filter(
    (node) => node.nodeType === ELEMENT && node.namespaceURI === namespace && node.localName === name,
  );

const textOf = ([element, ...others]: readonly Element[]): string | undefined =>
  others.length > 0 ? undefined : element?.textContent?.trim() || undefined;

const malformed = (message: string): SamlRefusal => new SamlRefusal('malformed', message);
