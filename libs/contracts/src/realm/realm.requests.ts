import type { Stamped } from '../domain-event.js';
import { badRequest } from '../errors/api-errors.js';
import { Bool, Field, Id, ListOf, Text } from '../kit/fields.js';
import { id, refined, text } from '../kit/types/index.js';
import { MAX_STREAMS_PER_SUBSCRIBE } from '../limits.js';
import type { Linkifier } from '../linkifiers/linkifiers.schema.js';
import type { Playground } from '../playgrounds/playgrounds.schema.js';
import type { RealmEmoji } from '../realm-emoji/realm-emoji.schema.js';
import { ServiceRequest } from '../service-request.js';
import type { RealmRecord } from './realm.schema.js';
import { MAX_REALM_NAME_LENGTH, MAX_REALM_STR_LENGTH } from './realm-settings.schema.js';

const SUBDOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/;
const subdomain = refined(text({ max: MAX_REALM_STR_LENGTH }), (value) => {
  if (!SUBDOMAIN.test(value)) throw badRequest('str is not a subdomain');
});

/**
 * Operator request: make a realm. The first one is the default realm: it answers for every host that no other realm has.
 * Asked outside of any realm: the context's realm id is 0.
 *
 * Errors (BAD_REQUEST): "Subdomain already in use." when `str` is taken, "Host already in use." likewise; a `str` that is no
 * subdomain. Effect: exactly one RealmCreated, in the new realm's log.
 */
export class CreateRealm extends ServiceRequest<RealmRecord> {
  static readonly pattern = 'realm-settings.realms.create';

  /** Lower-case letters, digits and dashes between them; empty for the realm at the root of the host. */
  @Field(subdomain, {}) str!: string;
  @Text({ max: MAX_REALM_NAME_LENGTH, controlCharacters: 'allowed' }) name!: string;
  /** A host name of its own. */
  @Text({ max: 253, optional: true, nullable: true, controlCharacters: 'allowed' }) host?: string | null;
  /** True: becomes the default realm in place of the one that is. */
  @Bool({ optional: true }) isDefault?: boolean;
}

/** A realm as the operator sees it. */
export interface RealmSummary {
  readonly realmId: number;
  readonly str: string;
  readonly host: string | null;
  readonly name: string;
  readonly url: string;
  readonly isDefault: boolean;
  readonly isDeactivated: boolean;
}

/** Realms that are listed at most. */
export const MAX_LISTED_REALMS = 1_000;

/**
 * Operator request: the realms by id, at most MAX_LISTED_REALMS. Asked outside of any realm: the context's realm id is 0.
 * Errors: none. Effect: none.
 */
export class ListRealms extends ServiceRequest<readonly RealmSummary[]> {
  static readonly pattern = 'realm-settings.realms.list';
  static readonly isRepeatable = true;
}

/** The realm that a host name stands for. */
export interface ResolvedRealm {
  readonly realmId: number;
  /** A deactivated organization takes no request of its users. */
  readonly isDeactivated: boolean;
}

/**
 * Request: which realm does this host name stand for? Reply: the realm whose host or subdomain it is, else the default realm.
 * Asked outside of any realm: the context's realm id is 0.
 *
 * Errors: none expected. Effect: none.
 */
export class ResolveRealm extends ServiceRequest<ResolvedRealm> {
  static readonly pattern = 'realm-settings.realms.resolve';
  static readonly isRepeatable = true;

  /** The `Host` header in lower case without the port; empty when the client sent none. */
  @Text({ max: 255, controlCharacters: 'allowed' }) host!: string;
}

/**
 * Request: the realm's record, for a projection. Kept up by `RealmUpdated`, whose payload holds the whole record.
 *
 * Errors: BAD_REQUEST "Invalid realm" when there is none with this id. Effect: none.
 */
export class GetRealm extends ServiceRequest<Stamped<RealmRecord>> {
  static readonly pattern = 'realm-settings.realm.get';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
}

/** What of a realm makes messages look as they do, beside its record. */
export interface RenderingSettings {
  /** In the order in which they apply. */
  readonly linkifiers: readonly Linkifier[];
  /** Deactivated ones too. Names are unique among the active. */
  readonly emoji: readonly RealmEmoji[];
  readonly playgrounds: readonly Playground[];
}

/**
 * Request: the realm's linkifiers, emoji and playgrounds, for a projection. Kept up by `LinkifiersChanged`,
 * `RealmEmojiChanged` and `PlaygroundsChanged`, which hold all of them as they are then.
 * Errors: none. Effect: none.
 */
export class GetRenderingSettings extends ServiceRequest<Stamped<RenderingSettings>> {
  static readonly pattern = 'realm-settings.rendering.get_facts';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
}

/**
 * Operator request: deactivates or reactivates a realm. A deactivated realm refuses the requests of its users.
 * Errors: "Invalid realm". Effect: one RealmUpdated, none if it is so already.
 */
export class SetRealmActive extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.realm.set_active';

  @Id() realmId!: number;
  @Bool() isActive!: boolean;
}

/**
 * Request: no notices go to these streams, which are archived. The messaging service asks so after its commit; realm-settings also
 * does it by itself when `StreamArchived` reaches it. Errors: none. Effect: RealmUpdated, if any of them did.
 */
export class ForgetArchivedStreams extends ServiceRequest<void> {
  static readonly pattern = 'realm-settings.realm.forget_archived_streams';
  /** Short: whoever archives a stream does not wait long for a service that is away. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @ListOf(id(), { max: MAX_STREAMS_PER_SUBSCRIBE }) streamIds!: readonly number[];
}
