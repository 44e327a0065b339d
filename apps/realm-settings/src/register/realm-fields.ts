import { publicRealm, type RealmRecord, type RealmRegisterFields } from '@chat/contracts';
import { realmIconUrl } from '../realm/realm-icon-url.js';
import { DEFAULT_LOGO_PATH, DEFAULT_NIGHT_LOGO_PATH } from './server-fields.js';

/** Fields of the fetch type `realm` that come from the realm's record. */
export const realmFields = (realm: RealmRecord): RealmRegisterFields => ({
  ...publicRealm(realm),
  realmIconUrl: realmIconUrl(realm),
  realmLogoUrl: `${DEFAULT_LOGO_PATH}?version=${realm.logoVersion}`,
  realmNightLogoUrl: `${DEFAULT_NIGHT_LOGO_PATH}?version=${realm.nightLogoVersion}`,
});
