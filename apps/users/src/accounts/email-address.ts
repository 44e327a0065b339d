import { badRequest, type RealmRecord } from '@chat/contracts';

const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
/** RFC 5322 dot-atom, with the letters and digits of any script (RFC 6531). */
const LOCAL_PART = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?)(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?)*$/u;
/** Form of hidden addresses (see `hiddenEmail`). */
const API_EMAIL = /^user\d+@/i;

/** Well-known services with short-lived public mailboxes. The list stops accidents, not intent. */
const DISPOSABLE_DOMAINS = new Set(
  (
    'mailinator.com guerrillamail.com guerrillamail.net sharklasers.com 10minutemail.com temp-mail.org tempmail.com ' +
    'yopmail.com trashmail.com getnada.com maildrop.cc dispostable.com throwawaymail.com fakeinbox.com mailnesia.com ' +
    'mintemail.com mytemp.email spamgourmet.com tempinbox.com discard.email emailondeck.com mohmal.com'
  ).split(' '),
);

/** Returns whether the text has the form of an address. A bare host such as localhost is a valid domain. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > MAX_EMAIL_LENGTH) return false;
  const localPart = text.slice(0, at);
  return localPart.length <= MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(localPart) && DOMAIN.test(text.slice(at + 1));
}

/** The error text of each objection. The text about a reserved address depends on the purpose. */
export const OBJECTION_TEXTS = {
  domain: 'Outside your domain.',
  disposable: 'Please use your real email address.',
  plus: 'Email addresses containing + are not allowed.',
};
type EmailObjection = keyof typeof OBJECTION_TEXTS | 'reserved';

/** Returns why the realm does not accept the address; undefined if it does. */
export function objectionTo(
  email: string,
  realm: Pick<RealmRecord, 'botDomain' | 'domains' | 'emailsRestrictedToDomains' | 'disallowDisposableEmailAddresses'>,
): EmailObjection | undefined {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  // The address could be mistaken for the hidden address of a user.
  if (API_EMAIL.test(email) && domain === realm.botDomain.toLowerCase()) return 'reserved';
  if (realm.emailsRestrictedToDomains) {
    if (email.slice(0, at).includes('+')) return 'plus';
    const isAllowed = realm.domains.some(
      (allowed) => domain === allowed.domain || (allowed.allowSubdomains && domain.endsWith(`.${allowed.domain}`)),
    );
    return isAllowed ? undefined : 'domain';
  }
  return realm.disallowDisposableEmailAddresses && DISPOSABLE_DOMAINS.has(domain) ? 'disposable' : undefined;
}

/** Throws the objection of the realm to a new address. */
export function requireAddressAllowed(email: string, realm: RealmRecord): void {
  const objection = objectionTo(email, realm);
  if (objection === 'reserved') throw badRequest(`Email '${email}' not allowed in this organization`);
  if (objection !== undefined) throw badRequest(OBJECTION_TEXTS[objection]);
}

/** API address of a user with a hidden real address. */
export const hiddenEmail = (userId: number, botDomain: string): string => `user${userId}@${botDomain}`;
