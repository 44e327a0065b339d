import { createHash } from 'node:crypto';
import type { RealmRecord } from '@chat/contracts';

const EXTERNAL_AVATAR_URL = process.env['EXTERNAL_AVATAR_URL'] || 'https://secure.gravatar.com/avatar';

/** Address of the picture that the external avatar service makes from the realm's subdomain. */
export function realmIconUrl(realm: Pick<RealmRecord, 'str' | 'iconVersion'>): string {
  const hash = createHash('md5').update(realm.str).digest('hex');
  return `${EXTERNAL_AVATAR_URL}/${hash}?d=identicon&version=${realm.iconVersion}`;
}
