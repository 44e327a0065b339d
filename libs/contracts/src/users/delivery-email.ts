import { isAdministrator, isGuest, isModerator, type Role } from '../roles.js';
import { EmailAddressVisibility } from '../settings/settings.schema.js';
import type { Account } from './account.js';

/** Who looks at somebody; null is a spectator. */
export type AccountReader = { readonly userId: number; readonly role: Role } | null;

/**
 * Whether the reader may see the user's real address: the one place that decides it, for lists, events, messages and
 * register alike. One always sees one's own; "nobody" is nobody else. Source: API contract, `email_address_visibility`.
 */
export function canSeeDeliveryEmail(
  reader: AccountReader,
  user: Pick<Account, 'userId' | 'emailAddressVisibility'>,
): boolean {
  if (reader === null) return false;
  // One's own comes last: what does not depend on who reads can be kept for all readers of a role.
  return isForRole(reader, user.emailAddressVisibility) || reader.userId === user.userId;
}

function isForRole(reader: { readonly role: Role }, visibility: EmailAddressVisibility): boolean {
  switch (visibility) {
    case EmailAddressVisibility.Everyone:
      return true;
    case EmailAddressVisibility.Members:
      return !isGuest(reader.role);
    case EmailAddressVisibility.Moderators:
      return isModerator(reader.role);
    case EmailAddressVisibility.Administrators:
      return isAdministrator(reader.role);
    default:
      return false;
  }
}

/** The real address, or null for readers who may not see it. */
export const visibleDeliveryEmail = (
  reader: AccountReader,
  user: Pick<Account, 'userId' | 'emailAddressVisibility' | 'deliveryEmail'>,
): string | null => (canSeeDeliveryEmail(reader, user) ? user.deliveryEmail : null);
