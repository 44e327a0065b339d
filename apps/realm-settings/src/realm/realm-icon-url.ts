import { createHash } from 'node:crypto';
import { setting } from '@chat/configuration';
import type { RealmRecord } from '@chat/contracts';

/** Address of the picture that the external avatar service makes from the realm's subdomain. */
export function realmIconUrl(realm: Pick<RealmRecord, 'str' | 'iconVersion'>): string {
  const hash = createHash('md5').update(realm.str).digest('hex');
  return `${setting('EXTERNAL_AVATAR_URL')}/${hash}?d=identicon&version=${realm.iconVersion}`;
}
