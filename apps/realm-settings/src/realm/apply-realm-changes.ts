import { badRequest, type RealmChanges } from '@chat/contracts';
import type { RealmRow } from './realm-row.js';

/** The row with the changes in it. Throws when no way of signing in would be left. */
export function applyRealmChanges(row: RealmRow, changes: RealmChanges, directoryEnabled: boolean): RealmRow {
  const authenticationMethods = { ...row.authenticationMethods, ...changes.authenticationMethods };
  const canSignIn = authenticationMethods.Email || (authenticationMethods.LDAP && directoryEnabled);
  if (changes.authenticationMethods && !canSignIn) {
    throw badRequest('At least one authentication method must be enabled.');
  }
  return {
    ...row,
    settings: { ...row.settings, ...changes.settings } as RealmRow['settings'],
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
