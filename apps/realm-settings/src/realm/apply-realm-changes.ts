import { badRequest, type RealmChanges, RealmSettings, settingsIn } from '@chat/contracts';
import type { RealmRow } from './realm.repository.js';

/** Returns the row with the changes. Throws if no authentication method would be enabled. */
export function applyRealmChanges(row: RealmRow, changes: RealmChanges, isLdapAvailable: boolean): RealmRow {
  const authenticationMethods = { ...row.authenticationMethods, ...changes.authenticationMethods };
  const canSignIn = authenticationMethods.Email || (authenticationMethods.LDAP && isLdapAvailable);
  if (changes.authenticationMethods && !canSignIn) {
    throw badRequest('At least one authentication method must be enabled.');
  }
  return {
    ...row,
    settings: { ...row.settings, ...settingsIn(RealmSettings, changes) },
    authenticationMethods,
    notificationsStreamId:
      changes.notificationsStreamId === undefined ? row.notificationsStreamId : changes.notificationsStreamId,
    signupNotificationsStreamId:
      changes.signupNotificationsStreamId === undefined
        ? row.signupNotificationsStreamId
        : changes.signupNotificationsStreamId,
    presenceDisabled: changes.presenceDisabled ?? row.presenceDisabled,
    defaultExternalAccounts: changes.defaultExternalAccounts ?? row.defaultExternalAccounts,
  };
}
