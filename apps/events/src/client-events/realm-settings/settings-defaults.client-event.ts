import { type RealmUpdatedPayload, settingsOnWire } from '@chat/contracts';
import type { ClientEvent } from '../../fan-out/client-event-mapping.js';

/** One event for each default of new users that changed. */
export function settingsDefaultsEvents({ realm, previous }: RealmUpdatedPayload): ClientEvent[] {
  if (previous.userSettingsDefaults === undefined) return [];
  const before = settingsOnWire(previous.userSettingsDefaults);
  return Object.entries(settingsOnWire(realm.userSettingsDefaults))
    .filter(([property, value]) => before[property] !== value)
    .map(([property, value]) => ({ type: 'realm_user_settings_defaults', op: 'update', property, value }));
}
