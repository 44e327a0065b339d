import { isAdministrator, isGuest, isModerator, type Role } from '../roles.js';
import { EmailAddressVisibility } from '../settings/settings.schema.js';
import type { Account } from './account.js';

/** The reader of an account; null is a spectator. */
export type AccountReader = { readonly userId: number; readonly role: Role } | null;

/**
 * Whether the reader may see the real address of the user. Lists, events, messages and registrations all use this decision. Users
 * always see their own address.
 */
export function canSeeDeliveryEmail(
  reader: AccountReader,
  user: Pick<Account, 'userId' | 'emailAddressVisibility'>,
): boolean {
  if (reader === null) return false;
  // Own addresses come last, so that the fan-out can share a result among readers of one role.
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

/** The real address, or null if the reader may not see it. */
export const visibleDeliveryEmail = (
  reader: AccountReader,
  user: Pick<Account, 'userId' | 'emailAddressVisibility' | 'deliveryEmail'>,
): string | null => (canSeeDeliveryEmail(reader, user) ? user.deliveryEmail : null);
