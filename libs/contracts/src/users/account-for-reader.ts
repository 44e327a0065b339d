import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isAdministrator, isGuest, isModerator, type Role } from '../roles.js';
import { EmailAddressVisibility } from '../settings/settings.schema.js';
import type { Account } from './account.js';

/* The parts of an account that differ by its reader: the email address, and the picture that is found by it. */

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

/** Only clients request pictures from this service; ours never do. A browser has no `process`. */
const EXTERNAL_AVATAR_URL = globalThis.process?.env['EXTERNAL_AVATAR_URL'] || 'https://secure.gravatar.com/avatar';
const MEDIUM_PIXELS = 500;
/** The fan-out asks for the same address once per event queue, so hashes are cached. */
const MAX_CACHED_HASHES = 10_000;
const hashes = new Map<string, string>();

export type AvatarSource = Pick<
  Account,
  'userId' | 'email' | 'deliveryEmail' | 'emailAddressVisibility' | 'avatarSource' | 'avatarVersion' | 'avatarToken'
>;

/**
 * The address of the user's picture: a path on this server for an uploaded one, else the external service with a hash of the
 * email address. A hash lets readers verify a guessed address, so only readers of the real address get its hash.
 */
export function avatarUrl(reader: AccountReader, user: AvatarSource, size: 'small' | 'medium' = 'small'): string {
  if (user.avatarSource === 'U' && user.avatarToken) {
    const file = size === 'medium' ? `${user.avatarToken}-medium.png` : `${user.avatarToken}.png`;
    return `/user_avatars/${user.userId}/${file}?version=${user.avatarVersion}`;
  }
  const hash = hashOf(canSeeDeliveryEmail(reader, user) ? user.deliveryEmail : user.email);
  const parameters = size === 'medium' ? `d=identicon&s=${MEDIUM_PIXELS}` : 'd=identicon';
  return `${EXTERNAL_AVATAR_URL}/${hash}?${parameters}&version=${user.avatarVersion}`;
}

function hashOf(address: string): string {
  let hash = hashes.get(address);
  if (hash === undefined) {
    if (hashes.size === MAX_CACHED_HASHES) hashes.clear();
    hash = bytesToHex(md5(utf8ToBytes(address.trim().toLowerCase())));
    hashes.set(address, hash);
  }
  return hash;
}

/**
 * {@link avatarUrl}, or null if the client computes the external address itself (`client_extavatar`) and may see the email
 * address.
 */
export function avatarUrlFor(reader: AccountReader, user: AvatarSource, clientExtavatar: boolean): string | null {
  const isComputedByClient = clientExtavatar && user.avatarSource === 'G' && canSeeDeliveryEmail(reader, user);
  return isComputedByClient ? null : avatarUrl(reader, user);
}
