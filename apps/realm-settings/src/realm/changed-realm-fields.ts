import { REALM_SETTINGS, type RealmSettingName, wireName } from '@chat/contracts';
import type { RealmChange } from './realm-updater.js';

/** Composes the response of PATCH /realm: new values, but `updated` for texts. Only the name of a language is shown. */
export function changedRealmFields({ realm, previous }: RealmChange): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(previous) as (keyof typeof previous)[]) {
    if (Object.hasOwn(REALM_SETTINGS, name)) {
      const value = realm[name as RealmSettingName];
      changed[REALM_SETTINGS[name as RealmSettingName].wireName] = typeof value === 'string' ? 'updated' : value;
    }
  }
  if (previous.defaultCodeBlockLanguage !== undefined) {
    changed['default_code_block_language'] = realm.defaultCodeBlockLanguage || null;
  }
  if (previous.authenticationMethods) changed['authentication_methods'] = realm.authenticationMethods;
  for (const name of ['notificationsStreamId', 'signupNotificationsStreamId'] as const) {
    if (previous[name] !== undefined) changed[wireName(name)] = realm[name] ?? -1;
  }
  if (previous.presenceDisabled !== undefined) changed['presence_disabled'] = realm.presenceDisabled;
  if (previous.defaultExternalAccounts) changed['default_external_accounts'] = 'updated';
  return changed;
}
