import {
  authenticationOnWire,
  externalAccountsOnWire,
  noticeStreamOnWire,
  REALM_SETTING_NAMES,
  REALM_SETTINGS,
  type RealmRecord,
  realmSettingOnWire,
} from '@chat/contracts';
import { realmIconUrl } from '../realm/realm-icon-url.js';
import { DEFAULT_LOGO_PATH, DEFAULT_NIGHT_LOGO_PATH } from './server-fields.js';

/** Fields of the fetch type `realm` that come from the realm's record. */
export function realmFields(realm: RealmRecord): Record<string, unknown> {
  const settings = Object.fromEntries(
    REALM_SETTING_NAMES.map((name) => [`realm_${REALM_SETTINGS[name].wireName}`, realmSettingOnWire(realm, name)]),
  );
  return {
    ...settings,
    realm_uri: realm.url,
    realm_bot_domain: realm.botDomain,
    realm_authentication_methods: authenticationOnWire(realm),
    realm_email_auth_enabled: realm.emailAuthEnabled,
    realm_password_auth_enabled: realm.passwordAuthEnabled,
    realm_presence_disabled: realm.presenceDisabled,
    realm_notifications_stream_id: noticeStreamOnWire(realm.notificationsStreamId),
    realm_signup_notifications_stream_id: noticeStreamOnWire(realm.signupNotificationsStreamId),
    realm_default_external_accounts: externalAccountsOnWire(realm.defaultExternalAccounts),
    realm_icon_url: realmIconUrl(realm),
    realm_icon_source: realm.iconSource,
    realm_logo_url: `${DEFAULT_LOGO_PATH}?version=${realm.logoVersion}`,
    realm_logo_source: realm.logoSource,
    realm_night_logo_url: `${DEFAULT_NIGHT_LOGO_PATH}?version=${realm.nightLogoVersion}`,
    realm_night_logo_source: realm.nightLogoSource,
  };
}
