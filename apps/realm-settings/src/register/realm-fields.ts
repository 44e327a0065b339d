import { createHash } from 'node:crypto';
import { type ExternalAccount, REALM_SETTING_NAMES, REALM_SETTINGS, type RealmRecord } from '@chat/contracts';
import { DEFAULT_LOGO_PATH, DEFAULT_NIGHT_LOGO_PATH } from '../server/server-facts.js';

const EXTERNAL_AVATAR_URL = process.env['EXTERNAL_AVATAR_URL'] || 'https://secure.gravatar.com/avatar';

/** What register shows of the realm itself, under `realm`. */
export function realmFields(realm: RealmRecord): Record<string, unknown> {
  const settings = Object.fromEntries(
    REALM_SETTING_NAMES.map((name) => [`realm_${REALM_SETTINGS[name].wireName}`, realm[name]]),
  );
  return {
    ...settings,
    // No language is null for clients of this level.
    realm_default_code_block_language: realm.defaultCodeBlockLanguage || null,
    realm_uri: realm.url,
    realm_bot_domain: realm.botDomain,
    realm_authentication_methods: authenticationOnWire(realm),
    realm_email_auth_enabled: realm.emailAuthEnabled,
    realm_password_auth_enabled: realm.passwordAuthEnabled,
    realm_presence_disabled: realm.presenceDisabled,
    realm_notifications_stream_id: realm.notificationsStreamId ?? -1,
    realm_signup_notifications_stream_id: realm.signupNotificationsStreamId ?? -1,
    realm_default_external_accounts: Object.fromEntries(
      Object.entries(realm.defaultExternalAccounts).map(([subtype, account]) => [subtype, accountOnWire(account)]),
    ),
    realm_icon_url: realmIconUrl(realm),
    realm_icon_source: realm.iconSource,
    realm_logo_url: `${DEFAULT_LOGO_PATH}?version=${realm.logoVersion}`,
    realm_logo_source: realm.logoSource,
    realm_night_logo_url: `${DEFAULT_NIGHT_LOGO_PATH}?version=${realm.nightLogoVersion}`,
    realm_night_logo_source: realm.nightLogoSource,
  };
}

/** The methods that this server has, and whether the realm lets them be used. */
export const authenticationOnWire = (realm: RealmRecord): Record<string, boolean> => ({
  Email: realm.authenticationMethods.Email,
  ...(realm.server.directoryEnabled ? { LDAP: realm.authenticationMethods.LDAP } : {}),
});

/** A picture made from the realm's name by the external avatar service. */
export function realmIconUrl(realm: Pick<RealmRecord, 'str' | 'iconVersion'>): string {
  const hash = createHash('md5').update(realm.str).digest('hex');
  return `${EXTERNAL_AVATAR_URL}/${hash}?d=identicon&version=${realm.iconVersion}`;
}

const accountOnWire = ({ name, text, hint, urlPattern }: ExternalAccount) => ({
  name,
  text,
  hint,
  url_pattern: urlPattern,
});
