import { acceptsProtocolOf, authenticationMethodDisabled, type RealmRecord, realmDeactivated } from '@chat/contracts';

/** Refuses the last step of a sign-in if the realm no longer accepts the first one. */
export function requireMethod(realm: RealmRecord, authMethod: string): void {
  if (realm.isDeactivated) throw realmDeactivated();
  if (!isAccepted(realm, authMethod)) throw authenticationMethodDisabled();
}

/** Whether people of the realm may still sign in this way. */
function isAccepted(realm: RealmRecord, authMethod: string): boolean {
  if (authMethod === 'password') return realm.emailAuthEnabled;
  if (authMethod === 'ldap') return realm.authenticationMethods.LDAP;
  return !authMethod.includes(':') || acceptsProtocolOf(realm, authMethod);
}
