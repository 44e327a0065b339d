import {
  authenticationOnWire,
  externalAccountsOnWire,
  noticeStreamOnWire,
  REALM_SETTING_NAMES,
  REALM_SETTINGS,
  type RealmSettingName,
  RealmUpdated,
  type RealmUpdatedPayload,
  realmDomainEvents,
  realmSettingOnWire,
} from '@chat/contracts';
import type { ClientEvent, ClientEventMapping } from '../../fan-out/client-event-mapping.js';
import { settingsDefaultsEvents } from './settings-defaults.client-event.js';

/** These come in an `update_dict`, for historical reasons; every other setting in an `update` of its own. */
const IN_DICTIONARY: ReadonlySet<RealmSettingName> = new Set([
  'allowMessageEditing',
  'editTopicPolicy',
  'messageContentEditLimitSeconds',
]);

/** `realm`, `realm_domains` and `realm_user_settings_defaults`: to everybody. Source: reference shapes. */
export const realmUpdatedMapping: ClientEventMapping<RealmUpdatedPayload> = {
  source: RealmUpdated,
  audience: () => ({ kind: 'realm' }),
  forClient: (payload) => [
    ...settingEvents(payload),
    ...dictionaryEvents(payload),
    ...noticeStreamEvents(payload),
    ...realmDomainEvents(payload.previous.domains ?? payload.realm.domains, payload.realm.domains),
    ...settingsDefaultsEvents(payload),
    // Last: clients stop listening.
    ...deactivationEvents(payload),
  ],
};

const update = (property: string, value: unknown): ClientEvent => ({ type: 'realm', op: 'update', property, value });

function settingEvents({ realm, previous }: RealmUpdatedPayload): ClientEvent[] {
  return REALM_SETTING_NAMES.filter((name) => previous[name] !== undefined && !IN_DICTIONARY.has(name)).map((name) =>
    update(REALM_SETTINGS[name].wireName, realmSettingOnWire(realm, name)),
  );
}

function dictionaryEvents({ realm, previous }: RealmUpdatedPayload): ClientEvent[] {
  const data: Record<string, unknown> = {};
  for (const name of IN_DICTIONARY) {
    if (previous[name] !== undefined) data[REALM_SETTINGS[name].wireName] = realmSettingOnWire(realm, name);
  }
  if (previous.authenticationMethods !== undefined) data['authentication_methods'] = authenticationOnWire(realm);
  if (previous.presenceDisabled !== undefined) data['presence_disabled'] = realm.presenceDisabled;
  if (previous.defaultExternalAccounts !== undefined) {
    data['default_external_accounts'] = externalAccountsOnWire(realm.defaultExternalAccounts);
  }
  const hasChanges = Object.keys(data).length > 0;
  return hasChanges ? [{ type: 'realm', op: 'update_dict', property: 'default', data }] : [];
}

function noticeStreamEvents({ realm, previous }: RealmUpdatedPayload): ClientEvent[] {
  const events: ClientEvent[] = [];
  if (previous.notificationsStreamId !== undefined) {
    events.push(update('notifications_stream_id', noticeStreamOnWire(realm.notificationsStreamId)));
  }
  if (previous.signupNotificationsStreamId !== undefined) {
    events.push(update('signup_notifications_stream_id', noticeStreamOnWire(realm.signupNotificationsStreamId)));
  }
  return events;
}

function deactivationEvents({ realm, previous }: RealmUpdatedPayload): ClientEvent[] {
  const isNew = previous.isDeactivated === false && realm.isDeactivated;
  return isNew ? [{ type: 'realm', op: 'deactivated', realm_id: realm.realmId }] : [];
}
