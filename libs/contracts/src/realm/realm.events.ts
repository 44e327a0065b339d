import { wholeRealm } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { type ClientEvent, ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Field, Id, Integer, Nested, Text } from '../kit/fields.js';
import { IntersectionType, PartialType, PickType } from '../kit/mapped-classes.js';
import { wireName } from '../kit/names.js';
import { anyOf, bool, integer, orNull, text, writerOf } from '../kit/types/index.js';
import { REALM_DOMAIN_EVENTS, realmDomainEvents } from '../realm-domains/realm-domains.events.js';
import { changedRealmImages, RealmImageFields } from '../realm-images/realm-images.events.js';
import { USER_SETTING_NAMES } from '../settings/settings.schema.js';
import { UserSettingsDefaultsUpdateEvent } from '../user-settings-defaults/user-settings-defaults.events.js';
import { PublicRealm, publicRealm, type RealmRecord } from './realm.schema.js';
import { REALM_SETTING_NAMES, type RealmSettingValue } from './realm-settings.schema.js';

/** For historical reasons `update_dict` carries these fields; each other field has an `update` of its own. */
const IN_DICTIONARY = [
  'allowMessageEditing',
  'editTopicPolicy',
  'messageContentEditLimitSeconds',
  'authenticationMethods',
  'presenceDisabled',
  'defaultExternalAccounts',
  'uploadQuotaMib',
] as const;
const SINGLE_SETTINGS = REALM_SETTING_NAMES.filter((name) => !(IN_DICTIONARY as readonly string[]).includes(name));
const NOTICE_STREAMS = ['notificationsStreamId', 'signupNotificationsStreamId'] as const;

/** Details of `RealmUpdateEvent` for `plan_type`. This server never sends them. */
export class RealmExtraData {
  @Integer({ optional: true, nullable: true }) uploadQuota?: number | null;
}

/** Client event for the whole realm, one per changed field outside `RealmDictionary`. */
@ClientEventOf({ type: 'realm', op: 'update', when: 'A property of the organization changed.' })
export class RealmUpdateEvent {
  @Text({ description: 'A field `realm_…` of POST /register without the prefix.' }) property!: string;
  @Field(orNull(anyOf([text(), bool(), integer()]))) value!: RealmSettingValue;
  @Nested(RealmExtraData, { optional: true, description: 'With `plan_type`.' }) extraData?: RealmExtraData;
}

/** The fields that only `update_dict` reports. An event carries the changed ones. */
export class RealmDictionary extends IntersectionType(
  PartialType(PickType(PublicRealm, IN_DICTIONARY)),
  RealmImageFields,
) {}

/** Client event for the whole realm: all changed fields of `RealmDictionary` in one event, but one event for each picture. */
@ClientEventOf({ type: 'realm', op: 'update_dict', when: 'Several properties of the organization changed at once.' })
export class RealmUpdateDictEvent {
  @Text({ description: '`icon`, `logo` or `night_logo` for the picture, else `default`.' }) property!: string;
  @Nested(RealmDictionary, { description: 'Fields `realm_…` of POST /register without the prefix.' })
  data!: RealmDictionary;
}

/** Client event for the whole realm, the last one of its change, because clients stop listening. */
@ClientEventOf({ type: 'realm', op: 'deactivated', when: 'The organization was deactivated.' })
export class RealmDeactivatedEvent {
  @Id() realmId!: number;
}

/** The first event in the log of a realm. */
export const RealmCreated = domainEvent<{ readonly realm: RealmRecord }>()('realm-settings.realm_created');

/** A realm after a change. State event: projections replace the realm by it. */
export class RealmUpdatedPayload {
  /** After the change. */
  readonly realm!: RealmRecord;
  /** The changed fields with their previous values. */
  readonly previous!: Partial<RealmRecord>;
  /** Null for an operator. */
  readonly actorId!: number | null;
}

/** Settings, defaults of new users, activity, or another part of the realm's record changed. */
export const RealmUpdated = domainEvent('realm-settings.realm_updated', {
  payload: RealmUpdatedPayload,
  audience: wholeRealm,
  clientEvents: [
    RealmUpdateEvent,
    RealmUpdateDictEvent,
    ...REALM_DOMAIN_EVENTS,
    UserSettingsDefaultsUpdateEvent,
    RealmDeactivatedEvent,
  ],
  toClient: (payload) => [
    ...updateEvents(payload, SINGLE_SETTINGS),
    ...dictionaryEvents(payload),
    ...imageEvents(payload),
    ...updateEvents(payload, NOTICE_STREAMS),
    ...realmDomainEvents(payload.previous.domains ?? payload.realm.domains, payload.realm.domains),
    ...settingsDefaultsEvents(payload),
    // Last, because clients stop listening.
    ...deactivationEvents(payload),
  ],
});

const writeRealm = writerOf(PublicRealm as new () => Partial<PublicRealm>) as (
  changed: Partial<PublicRealm>,
) => Record<string, RealmSettingValue>;

/** The changed fields among `names`, with their new values. */
function changedFields({ realm, previous }: RealmUpdatedPayload, names: readonly (keyof PublicRealm)[]) {
  const shown = publicRealm(realm);
  const changed = names.filter((name) => previous[name] !== undefined);
  return Object.fromEntries(changed.map((name) => [name, shown[name]])) as Partial<PublicRealm>;
}

const updateEvents = (payload: RealmUpdatedPayload, names: readonly (keyof PublicRealm)[]): ClientEvent[] =>
  Object.entries(writeRealm(changedFields(payload, names))).map(([property, value]) =>
    clientEvent(RealmUpdateEvent, { property, value }),
  );

function dictionaryEvents(payload: RealmUpdatedPayload): ClientEvent[] {
  const data = changedFields(payload, IN_DICTIONARY);
  return Object.keys(data).length > 0 ? [clientEvent(RealmUpdateDictEvent, { property: 'default', data })] : [];
}

const imageEvents = ({ realm, previous }: RealmUpdatedPayload): ClientEvent[] =>
  changedRealmImages(realm, previous).map((change) => clientEvent(RealmUpdateDictEvent, change));

/** One event for each default of new users that changed. */
function settingsDefaultsEvents({ realm, previous }: RealmUpdatedPayload): ClientEvent[] {
  const [now, before] = [realm.userSettingsDefaults, previous.userSettingsDefaults];
  if (before === undefined) return [];
  return USER_SETTING_NAMES.filter((name) => now[name] !== before[name]).map((name) =>
    clientEvent(UserSettingsDefaultsUpdateEvent, { property: wireName(name), value: now[name] }),
  );
}

function deactivationEvents({ realm, previous }: RealmUpdatedPayload): ClientEvent[] {
  const isNew = previous.isDeactivated === false && realm.isDeactivated;
  return isNew ? [clientEvent(RealmDeactivatedEvent, { realmId: realm.realmId })] : [];
}
