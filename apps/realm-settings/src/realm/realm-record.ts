import { INITIAL_REALM_SETTINGS, INITIAL_USER_SETTINGS, type RealmRecord } from '@chat/contracts';
import type { Installation } from '../installation/installation.js';
import type { RealmRow } from './realm.repository.js';
import { botDomain, realmUrl } from './realm-address.js';

/** Composes the realm as other services and clients see it, from its row and the installation. */
export function composeRealmRecord(row: RealmRow, installation: Installation): RealmRecord {
  const { server, externalUrl, fakeEmailDomain } = installation;
  const settings = { ...INITIAL_REALM_SETTINGS, ...row.settings };
  const url = realmUrl(row, externalUrl);
  const { Email: hasEmail, LDAP: hasDirectory } = row.authenticationMethods;
  return {
    ...settings,
    realmId: row.id,
    str: row.str,
    host: row.host,
    url,
    createdAtSeconds: row.createdAtSeconds,
    isDeactivated: row.isDeactivated,
    isDefault: row.isDefault,
    botDomain: botDomain(url, fakeEmailDomain),
    authenticationMethods: row.authenticationMethods,
    emailAuthEnabled: hasEmail,
    passwordAuthEnabled: hasEmail || (hasDirectory && server.directoryEnabled),
    webPublicStreamsEnabled: server.webPublicStreamsEnabled && settings.enableSpectatorAccess,
    notificationsStreamId: row.notificationsStreamId,
    signupNotificationsStreamId: row.signupNotificationsStreamId,
    presenceDisabled: row.presenceDisabled,
    // The server accepts no uploaded icon or logo, so every realm has the values of a new realm.
    iconSource: 'G',
    iconVersion: 1,
    logoSource: 'D',
    logoVersion: 1,
    nightLogoSource: 'D',
    nightLogoVersion: 1,
    defaultExternalAccounts: row.defaultExternalAccounts,
    domains: row.domains,
    userSettingsDefaults: {
      ...INITIAL_USER_SETTINGS,
      ...row.userSettingsDefaults,
      defaultLanguage: settings.defaultLanguage,
    },
    server,
  };
}
