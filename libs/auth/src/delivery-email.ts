import {
  type DirectoryUser,
  EmailAddressVisibility,
  isAdministrator,
  isGuest,
  isModerator,
  type Role,
} from '@chat/contracts';

/** Who looks at somebody; null is a spectator. */
export type AccountReader = { readonly userId: number; readonly role: Role } | null;

/**
 * Whether the reader may see the user's real address: the one place that decides it, for lists, events, messages and
 * register alike. One always sees one's own; "nobody" is nobody else. Source: API contract, `email_address_visibility`.
 */
export function canSeeDeliveryEmail(
  reader: AccountReader,
  user: Pick<DirectoryUser, 'userId' | 'emailAddressVisibility'>,
): boolean {
  if (reader === null) return false;
  if (reader.userId === user.userId) return true;
  switch (user.emailAddressVisibility) {
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
  user: Pick<DirectoryUser, 'userId' | 'emailAddressVisibility' | 'deliveryEmail'>,
): string | null => (canSeeDeliveryEmail(reader, user) ? user.deliveryEmail : null);
