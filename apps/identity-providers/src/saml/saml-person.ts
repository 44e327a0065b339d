import type { SamlProviderSettings } from '@chat/configuration';
import type { SamlAssertion } from './saml-assertion.js';
import { SamlRefusal } from './saml-refusal.js';

/** The name of the NameID among the attributes. */
const NAME_ID = 'name_id';
/** The realm at the root of the host has no subdomain of its own. */
const ROOT_NAMES: readonly string[] = ['', 'www'];
const MAX_ID_LENGTH = 255;
const MAX_TEXT_LENGTH = 1_000;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** A person, by the statements of the provider. */
export interface SamlPerson {
  readonly subject: string;
  /** By which the provider announces a logout; null if it is no usable text. */
  readonly nameId: string | null;
  readonly email: string | null;
  readonly fullName: string | null;
  readonly claims: Readonly<Record<string, readonly string[]>>;
  readonly sessionEndsAtSeconds: number | null;
}

/** Reads the person by the provider's `attr_…` settings. Throws SamlRefusal if the person may not enter the realm. */
export function personOf(
  assertion: SamlAssertion,
  { attributes: names }: Pick<SamlProviderSettings, 'attributes'>,
  subdomain: string,
): SamlPerson {
  const valuesOf = (name: string | null): readonly string[] => {
    if (name === NAME_ID) return [assertion.nameId];
    return name === null ? [] : (assertion.attributes.get(name) ?? []);
  };
  if (names.orgMembership !== null) requireMembership(valuesOf(names.orgMembership), subdomain);
  if (names.userPermanentId === NAME_ID && assertion.isNameIdTransient)
    throw new SamlRefusal('identity', 'the NameID is transient: set attr_user_permanent_id');
  const subject = fitText(valuesOf(names.userPermanentId)[0], MAX_ID_LENGTH);
  if (subject === null) throw new SamlRefusal('identity', 'the permanent id of the person is missing or too long');
  const parts = [names.firstName, names.lastName].flatMap((part) => valuesOf(part)[0] ?? []);
  return {
    subject,
    nameId: fitText(assertion.nameId, MAX_ID_LENGTH),
    email: fitText(valuesOf(names.email)[0], MAX_TEXT_LENGTH),
    fullName: fitText(valuesOf(names.fullName)[0] ?? parts.join(' '), MAX_TEXT_LENGTH),
    claims: Object.fromEntries(assertion.attributes),
    sessionEndsAtSeconds: assertion.sessionEndsAtSeconds,
  };
}

/** A text that other services take, else null. */
function fitText(text = '', max: number): string | null {
  return text !== '' && text.length <= max && !CONTROL_CHARACTER.test(text) ? text : null;
}

function requireMembership(subdomains: readonly string[], subdomain: string): void {
  const names = subdomain === '' ? ROOT_NAMES : [subdomain];
  if (!names.some((name) => subdomains.includes(name)))
    throw new SamlRefusal('membership', 'the person is no member of the organization');
}
