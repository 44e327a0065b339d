import { createHash } from 'node:crypto';
import type { Account } from './account.js';
import { type AccountReader, canSeeDeliveryEmail } from './delivery-email.js';

/** `<base>/<md5 of the address>?d=identicon`. Nothing is ever fetched from it here; clients do, or compute it themselves. */
const EXTERNAL_AVATAR_URL = process.env['EXTERNAL_AVATAR_URL'] || 'https://secure.gravatar.com/avatar';
const MEDIUM_PIXELS = 500;

export type AvatarSource = Pick<
  Account,
  'userId' | 'email' | 'deliveryEmail' | 'emailAddressVisibility' | 'avatarSource' | 'avatarVersion' | 'avatarToken'
>;

/**
 * The picture's address for this reader: an uploaded one (a path on this server), or one at the external avatar service.
 * A hash gives an address away to whoever guesses it, so readers who may not see the real one get that of the API email.
 */
export function avatarUrl(reader: AccountReader, user: AvatarSource, size: 'small' | 'medium' = 'small'): string {
  if (user.avatarSource === 'U' && user.avatarToken) {
    const file = size === 'medium' ? `${user.avatarToken}-medium.png` : `${user.avatarToken}.png`;
    return `/user_avatars/${user.userId}/${file}?version=${user.avatarVersion}`;
  }
  const address = canSeeDeliveryEmail(reader, user) ? user.deliveryEmail : user.email;
  const hash = createHash('md5').update(address.trim().toLowerCase()).digest('hex');
  const parameters = size === 'medium' ? `d=identicon&s=${MEDIUM_PIXELS}` : 'd=identicon';
  return `${EXTERNAL_AVATAR_URL}/${hash}?${parameters}&version=${user.avatarVersion}`;
}

/**
 * {@link avatarUrl}, or null where the client said that it computes the external address itself (`client_extavatar`) and may
 * see what it computes it from. Source: API contract, `avatar_url`.
 */
export function avatarUrlFor(reader: AccountReader, user: AvatarSource, clientExtavatar: boolean): string | null {
  const isComputedByClient = clientExtavatar && user.avatarSource === 'G' && canSeeDeliveryEmail(reader, user);
  return isComputedByClient ? null : avatarUrl(reader, user);
}
