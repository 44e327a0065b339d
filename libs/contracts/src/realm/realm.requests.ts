import type { Stamped } from '../domain-event.js';
import { badRequest } from '../errors/api-errors.js';
import { Bool, Field, Integer, ListOf, Text } from '../kit/fields.js';
import { id, refined, text } from '../kit/types/index.js';
import { MAX_STREAMS_PER_SUBSCRIBE } from '../limits.js';
import type { Linkifier } from '../linkifiers/linkifiers.schema.js';
import type { Playground } from '../playgrounds/playgrounds.schema.js';
import type { RealmEmoji } from '../realm-emoji/realm-emoji.schema.js';
import { AfterCommitRequest, RealmRequest, repeatable, request, ServiceRequest } from '../service-request.js';
import type { RealmRecord } from './realm.schema.js';
import { MAX_REALM_NAME_LENGTH, MAX_REALM_STR_LENGTH } from './realm-settings.schema.js';

const SUBDOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/;
const subdomain = refined(text({ max: MAX_REALM_STR_LENGTH }), (value) => {
  if (!SUBDOMAIN.test(value)) throw badRequest('str is not a subdomain');
});

/** Whether a realm could have the subdomain. */
export const isSubdomain = (text: string): boolean =>
  text !== '' && text.length <= MAX_REALM_STR_LENGTH && SUBDOMAIN.test(text);

/**
 * For operators: creates a realm. The first realm is the default: it serves every host that no other realm has. The request
 * belongs to no realm, so the context's realm id is 0. Errors (BAD_REQUEST): "Subdomain already in use."; "Host already in use.";
 * an invalid `str`. Effect: one RealmCreated in the log of the new realm.
 */
export class CreateRealm extends request(ServiceRequest<RealmRecord>, 'realm-settings.realms.create') {
  static readonly isRepeatable = ({ creationId }: CreateRealm) => creationId !== undefined;

  /** Lower-case letters, digits and inner dashes; empty for the realm at the root of the host. */
  @Field(subdomain, {}) str!: string;
  @Text({ max: MAX_REALM_NAME_LENGTH, controlCharacters: 'allowed' }) name!: string;
  /** A host name of its own. */
  @Text({ max: 253, optional: true, nullable: true, controlCharacters: 'allowed' }) host?: string | null;
  @Integer({ optional: true, min: 0 }) orgType?: number;
  /** The same id creates no second realm: it returns the first one. */
  @Text({ max: 64, optional: true }) creationId?: string;
  /** Makes it the default realm instead of the present one. */
  @Bool({ optional: true }) isDefault?: boolean;
}

/** The use of a subdomain, and the address of its realm. */
export interface SubdomainUse {
  readonly isTaken: boolean;
  readonly url: string;
}

/** Finds out whether a realm has the subdomain. The context's realm id is 0. */
export class FindSubdomain extends repeatable(ServiceRequest<SubdomainUse>, 'realm-settings.realms.find_subdomain') {
  @Field(subdomain, {}) str!: string;
}

/** A realm in the list for operators. */
export type RealmSummary = Pick<
  RealmRecord,
  'realmId' | 'str' | 'host' | 'name' | 'url' | 'isDefault' | 'isDeactivated'
>;

export const MAX_LISTED_REALMS = 1_000;

/** For operators: lists realms by id, at most MAX_LISTED_REALMS. The context's realm id is 0. */
export class ListRealms extends repeatable(ServiceRequest<readonly RealmSummary[]>, 'realm-settings.realms.list') {}

/** A deactivated realm refuses requests of its users. */
export interface ResolvedRealm extends Pick<RealmRecord, 'realmId' | 'isDeactivated'> {
  /** The installation has an HTTPS address. Replicas of 0.1.0 do not write it. */
  readonly isSecure?: boolean;
}

/** Finds the realm with this host or subdomain, else the default realm. The context's realm id is 0. */
export class ResolveRealm extends repeatable(ServiceRequest<ResolvedRealm>, 'realm-settings.realms.resolve') {
  /** The `Host` header in lower case without the port; empty if the client sent none. */
  @Text({ max: 255, controlCharacters: 'allowed' }) host!: string;
}

/**
 * Reads the record of the realm, for a projection. `RealmUpdated` carries the complete record. Error (BAD_REQUEST): "Invalid
 * realm".
 */
export class GetRealm extends repeatable(RealmRequest<Stamped<RealmRecord>>, 'realm-settings.realm.get') {}

/** The settings besides the realm's record that affect the rendering of messages. */
export interface RenderingSettings {
  /** In order of application. */
  readonly linkifiers: readonly Linkifier[];
  /** Deactivated ones too. Names are unique among the active. */
  readonly emoji: readonly RealmEmoji[];
  readonly playgrounds: readonly Playground[];
}

/**
 * Reads linkifiers, emoji and playgrounds, for a projection. `LinkifiersChanged`, `RealmEmojiChanged` and `PlaygroundsChanged`
 * carry the complete lists.
 */
export class GetRenderingSettings extends repeatable(
  RealmRequest<Stamped<RenderingSettings>>,
  'realm-settings.rendering.get_facts',
) {}

/** For operators: deactivates or reactivates a realm. Error: "Invalid realm". Effect: one RealmUpdated, if the state changed. */
export class SetRealmActive extends request(RealmRequest<Record<string, never>>, 'realm-settings.realm.set_active') {
  @Bool() isActive!: boolean;
}

/**
 * For operators: lets standbys of the database serve the realm's reads, or stops that. Error: "Invalid realm". Effect: one RealmUpdated, if
 * the state changed.
 */
export class SetStandbyReads extends request(
  RealmRequest<Record<string, never>>,
  'realm-settings.realm.set_standby_reads',
) {
  @Bool() isOn!: boolean;
}

/** Largest quota of a realm: a petabyte. */
export const MAX_UPLOAD_QUOTA_MIB = 2 ** 30;

/**
 * For operators: sets the space for the files of the realm. Null: none. Absent: the default of the installation. Error: "Invalid realm".
 * Effect: one RealmUpdated, if the quota changed.
 */
export class SetUploadQuota extends request(
  RealmRequest<Record<string, never>>,
  'realm-settings.realm.set_upload_quota',
) {
  @Integer({ min: 0, max: MAX_UPLOAD_QUOTA_MIB, nullable: true, optional: true }) uploadQuotaMib?: number | null;
}

/** Sent by messaging: stops notices to archived streams. Effect: RealmUpdated, if a notice went to one of them. */
export class ForgetArchivedStreams extends request(AfterCommitRequest, 'realm-settings.realm.forget_archived_streams') {
  @ListOf(id(), { max: MAX_STREAMS_PER_SUBSCRIBE }) streamIds!: readonly number[];
}
