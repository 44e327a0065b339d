import { SamlRefusal } from './saml-refusal.js';
import { requireBegun, requireNotEnded, requireRecent } from './saml-times.js';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
/** A condition that is not understood makes an assertion invalid. */
const CONDITIONS: ReadonlySet<string> = new Set(['$', 'AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

/** An element as the library's parser has it: text, attributes, and children by their local names. */
interface ParsedElement {
  readonly _?: unknown;
  readonly $?: Readonly<Record<string, string>>;
  readonly [child: string]: unknown;
}

/** A statement of the provider about a person, signed and meant for this server. */
export interface SamlAssertion {
  readonly id: string;
  readonly nameId: string;
  /** The next sign-in of the person has another NameID. */
  readonly isNameIdTransient: boolean;
  /** Values by name. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** End of the session at the provider, in seconds; null if it did not name one. */
  readonly sessionEndsAtSeconds: number | null;
}

export interface AssertionExpectation {
  readonly issuer: string;
  /** Entity id of this server. */
  readonly audience: string;
  /** Our address for responses. */
  readonly recipient: string;
  /** Id of the request; undefined for a sign-in that began at the provider. */
  readonly requestId: string | undefined;
}

/** Checks the signed assertion, by the rules of the profile for browsers. Throws SamlRefusal. */
export function acceptedAssertion(parsed: unknown, expected: AssertionExpectation): SamlAssertion {
  const assertion = (parsed as { Assertion?: ParsedElement }).Assertion ?? {};
  const id = attribute(assertion, 'ID');
  if (id === undefined || attribute(assertion, 'Version') !== '2.0')
    throw new SamlRefusal('malformed', 'the assertion has no ID or not version 2.0');
  if (textOf(children(assertion, 'Issuer')[0]) !== expected.issuer)
    throw new SamlRefusal('issuer', 'the assertion has another issuer');
  requireRecent(attribute(assertion, 'IssueInstant'));
  requireConditions(assertion, expected.audience);
  const [subject, ...others] = children(assertion, 'Subject');
  if (subject === undefined || others.length > 0)
    throw new SamlRefusal('identity', 'the assertion has not one subject');
  requireConfirmation(children(subject, 'SubjectConfirmation'), expected);
  const nameId = children(subject, 'NameID')[0];
  return {
    id,
    nameId: textOf(nameId),
    isNameIdTransient: attribute(nameId ?? {}, 'Format') === TRANSIENT,
    attributes: attributesOf(assertion),
    sessionEndsAtSeconds: sessionEnd(assertion),
  };
}

function requireConditions(assertion: ParsedElement, audience: string): void {
  const [conditions, ...others] = children(assertion, 'Conditions');
  if (conditions === undefined || others.length > 0) throw new SamlRefusal('time', 'the assertion has no conditions');
  requireBegun(attribute(conditions, 'NotBefore'));
  requireNotEnded(attribute(conditions, 'NotOnOrAfter'), 'NotOnOrAfter of the conditions');
  if (Object.keys(conditions).some((name) => !CONDITIONS.has(name)))
    throw new SamlRefusal('malformed', 'the assertion has an unknown condition');
  const restrictions = children(conditions, 'AudienceRestriction');
  const isMeant = (restriction: ParsedElement) =>
    children(restriction, 'Audience').some((element) => textOf(element) === audience);
  if (restrictions.length === 0 || !restrictions.every(isMeant))
    throw new SamlRefusal('audience', 'the assertion is for another audience');
}

/** One confirmation has to fit completely. The error is that of the first. */
function requireConfirmation(confirmations: readonly ParsedElement[], expected: AssertionExpectation): void {
  const refusals = confirmations.map((confirmation) => refusalOf(confirmation, expected));
  if (refusals.length === 0) throw new SamlRefusal('identity', 'the subject has no confirmation');
  if (refusals.every((refusal) => refusal !== undefined)) throw refusals[0];
}

function refusalOf(confirmation: ParsedElement, expected: AssertionExpectation): SamlRefusal | undefined {
  const data = children(confirmation, 'SubjectConfirmationData')[0] ?? {};
  if (attribute(confirmation, 'Method') !== BEARER)
    return new SamlRefusal('identity', 'the confirmation is not "bearer"');
  if (attribute(data, 'Recipient') !== expected.recipient)
    return new SamlRefusal('address', 'the assertion is for another recipient');
  if (attribute(data, 'InResponseTo') !== expected.requestId)
    return new SamlRefusal('request', 'the assertion responds to another request');
  try {
    requireBegun(attribute(data, 'NotBefore'));
    requireNotEnded(attribute(data, 'NotOnOrAfter'), 'NotOnOrAfter of the confirmation');
    return undefined;
  } catch (error) {
    if (error instanceof SamlRefusal) return error;
    throw error;
  }
}

function attributesOf(assertion: ParsedElement): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>();
  for (const element of children(assertion, 'AttributeStatement').flatMap((one) => children(one, 'Attribute'))) {
    const name = attribute(element, 'Name');
    if (name === undefined) continue;
    const values = children(element, 'AttributeValue')
      .map(textOf)
      .filter((value) => value !== '');
    attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
  }
  return attributes;
}

/** The earliest end of the named ones. */
function sessionEnd(assertion: ParsedElement): number | null {
  const ends = children(assertion, 'AuthnStatement')
    .map((statement) => attribute(statement, 'SessionNotOnOrAfter'))
    .filter((end) => end !== undefined)
    .map((end) => requireNotEnded(end, 'SessionNotOnOrAfter'));
  return ends.length === 0 ? null : Math.floor(Math.min(...ends) / 1000);
}

function children(element: ParsedElement, name: string): readonly ParsedElement[] {
  const found = element[name];
  // An element without content is an empty text.
  return Array.isArray(found) ? found.map((child) => (typeof child === 'object' && child !== null ? child : {})) : [];
}

const textOf = (element: ParsedElement | undefined): string => (typeof element?._ === 'string' ? element._.trim() : '');

/** Empty attributes count as absent. */
const attribute = (element: ParsedElement, name: string): string | undefined => element.$?.[name] || undefined;
