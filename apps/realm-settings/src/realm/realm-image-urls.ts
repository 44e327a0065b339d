import { createHash } from 'node:crypto';
import { setting } from '@chat/configuration';
import { getLogo, getNightLogo, type RealmImageUrls } from '@chat/contracts';
import type { RealmRow } from './realm.repository.js';

type RowOfImages = Pick<
  RealmRow,
  'id' | 'str' | 'iconToken' | 'iconVersion' | 'logoToken' | 'logoVersion' | 'nightLogoToken' | 'nightLogoVersion'
>;

export function realmImageUrls(row: RowOfImages): RealmImageUrls {
  const uploaded = (kind: string, token: string | null) =>
    token === null ? undefined : `/user_avatars/${row.id}/realm/${kind}/${token}.png`;
  const icon = uploaded('icon', row.iconToken);
  const logo = uploaded('logo', row.logoToken) ?? getLogo.path;
  const nightLogo = uploaded('night_logo', row.nightLogoToken) ?? getNightLogo.path;
  return {
    iconUrl: icon === undefined ? generatedIcon(row) : `${icon}?version=${row.iconVersion}`,
    logoUrl: `${logo}?version=${row.logoVersion}`,
    nightLogoUrl: `${nightLogo}?version=${row.nightLogoVersion}`,
  };
}

/** Address of the picture that the external avatar service makes from the realm's subdomain. */
function generatedIcon({ str, iconVersion }: RowOfImages): string {
  const hash = createHash('md5').update(str).digest('hex');
  return `${setting('EXTERNAL_AVATAR_URL')}/${hash}?d=identicon&version=${iconVersion}`;
}
