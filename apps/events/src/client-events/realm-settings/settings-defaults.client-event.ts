import {
  clientEvent,
  type RealmUpdatedPayload,
  USER_SETTING_NAMES,
  UserSettingsDefaultsUpdateEvent,
  wireName,
} from '@chat/contracts';
import type { ClientEvent } from '../../fan-out/client-event-mapping.js';

/** One event for each default of new users that changed. */
export function settingsDefaultsEvents({ realm, previous }: RealmUpdatedPayload): ClientEvent[] {
  const [now, before] = [realm.userSettingsDefaults, previous.userSettingsDefaults];
  if (before === undefined) return [];
  return USER_SETTING_NAMES.filter((name) => now[name] !== before[name]).map((name) =>
    clientEvent(UserSettingsDefaultsUpdateEvent, { property: wireName(name), value: now[name] }),
  );
}
