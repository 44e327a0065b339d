import type { SettingValue } from '../setting-rule.js';
import type { ExternalAccount, RealmRecord } from './realm-record.js';
import type { RealmSettingName } from './realm-settings-table.js';

/*
 * How a realm stands on the wire, in the register response and in events alike: state and events fit because both are made here.
 * Source: reference shapes.
 */

/** A setting's value. No language is null for clients of this feature level. */
export const realmSettingOnWire = (realm: RealmRecord, name: RealmSettingName): SettingValue =>
  name === 'defaultCodeBlockLanguage' ? realm.defaultCodeBlockLanguage || null : realm[name];

/** The methods that this server has, and whether the realm lets them be used. */
export const authenticationOnWire = (realm: RealmRecord): Record<string, boolean> => ({
  Email: realm.authenticationMethods.Email,
  ...(realm.server.directoryEnabled ? { LDAP: realm.authenticationMethods.LDAP } : {}),
});

/** -1: such notices are off. */
export const noticeStreamOnWire = (streamId: number | null): number => streamId ?? -1;

export const externalAccountsOnWire = (accounts: Readonly<Record<string, ExternalAccount>>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(accounts).map(([subtype, { name, text, hint, urlPattern }]) => [
      subtype,
      { name, text, hint, url_pattern: urlPattern },
    ]),
  );
