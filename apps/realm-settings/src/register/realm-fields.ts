import { createHash } from 'node:crypto';
import {
  authenticationOnWire,
  externalAccountsOnWire,
  noticeStreamOnWire,
  REALM_SETTING_NAMES,
  REALM_SETTINGS,
  type RealmRecord,
  realmSettingOnWire,
} from '@chat/contracts';
import { DEFAULT_LOGO_PATH, DEFAULT_NIGHT_LOGO_PATH } from '../server/server-facts.js';

const EXTERNAL_AVATAR_URL = process.env['EXTERNAL_AVATAR_URL'] || 'https://secure.gravatar.com/avatar';

/** What register shows of the realm itself, under `realm`. */
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

/** A picture made from the realm's name by the external avatar service. */
export function realmIconUrl(realm: Pick<RealmRecord, 'str' | 'iconVersion'>): string {
  const hash = createHash('md5').update(realm.str).digest('hex');
  return `${EXTERNAL_AVATAR_URL}/${hash}?d=identicon&version=${realm.iconVersion}`;
}
