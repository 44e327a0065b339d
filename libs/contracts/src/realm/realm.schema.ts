import type { Class } from '../kit/described-class.js';
import { RenamedOnWire } from '../kit/described-class.js';
import { Bool, Field, MapOf, Nested, OneOf, Text } from '../kit/fields.js';
import { bool, type FieldType, id, integer, mapped, orNull } from '../kit/types/index.js';
import type { RealmDomain } from '../realm-domains/realm-domains.schema.js';
import type { UserSettings } from '../settings/settings.schema.js';
import { RealmSettingChanges, RealmSettings } from './realm-settings.schema.js';

/** Ways of signing in that this server knows, by their names on the wire. */
export const AUTHENTICATION_METHODS = ['Email', 'LDAP'] as const;
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** Whether the realm lets its users sign in by the methods of this server. */
export class AuthenticationMethods extends RenamedOnWire({ Email: 'Email', LDAP: 'LDAP' }) {
  @Bool() readonly Email!: boolean;
  /** Clients read it if the server has an LDAP server. */
  @Bool({ optional: true }) readonly LDAP?: boolean;
}

/** An account elsewhere that profile fields of type 7 can name. */
export class ExternalAccount {
  @Text() name!: string;
  @Text() text!: string;
  @Text() hint!: string;
  /** Holds `%(username)s` once. */
  @Text() urlPattern!: string;
}

/** -1 on the wire, null in code: such notices are off. */
const noticeStream: FieldType<number | null> = {
  ...mapped(id(), (streamId) => (streamId === -1 ? null : streamId), orNull(id()).problemOf),
  schema: { ...integer({ min: -1 }).schema, description: '-1: no such notices.' },
  toWire: (streamId) => streamId ?? -1,
};

/**
 * What clients see of a realm's record. `realm` events name the fields as they stand here; the register response has `realm_` before
 * each name.
 */
export class PublicRealm extends RenamedOnWire({ url: 'uri' }, RealmSettings) {
  @Text() url!: string;
  @Text() botDomain!: string;
  @Nested(AuthenticationMethods) authenticationMethods!: AuthenticationMethods;
  /** Signing in by email and password is in effect. */
  @Bool() emailAuthEnabled!: boolean;
  /** Signing in by a password, stored here or on the LDAP server, is in effect. */
  @Bool() passwordAuthEnabled!: boolean;
  @Field(noticeStream) notificationsStreamId!: number | null;
  @Field(noticeStream) signupNotificationsStreamId!: number | null;
  @Bool() presenceDisabled!: boolean;
  @MapOf(ExternalAccount) defaultExternalAccounts!: Readonly<Record<string, ExternalAccount>>;
  @OneOf(['G', 'U']) iconSource!: 'G' | 'U';
  @OneOf(['D', 'U']) logoSource!: 'D' | 'U';
  @OneOf(['D', 'U']) nightLogoSource!: 'D' | 'U';
}

/** Everything of a realm that other services decide by. */
export interface RealmRecord extends Readonly<PublicRealm> {
  readonly realmId: number;
  /** Short name, unique on this server; `sender_realm_str`, and the subdomain. Empty for a realm at the root of the host. */
  readonly str: string;
  /** Host name of its own, lower case, without port; null: only its subdomain, or the default realm. */
  readonly host: string | null;
  /** Address without a slash at the end. */
  readonly url: string;
  readonly createdAtSeconds: number;
  readonly isDeactivated: boolean;
  /** The realm that unknown hosts stand for. */
  readonly isDefault: boolean;
  /** Domain of bots' and hidden addresses: `user7@<botDomain>`. */
  readonly botDomain: string;
  /** What the realm chose; a method that the server does not have is not in effect. */
  readonly authenticationMethods: Readonly<Record<AuthenticationMethod, boolean>>;
  /** Spectators may read web-public streams: the server's and the realm's setting both say so. */
  readonly webPublicStreamsEnabled: boolean;
  readonly iconVersion: number;
  readonly logoVersion: number;
  readonly nightLogoVersion: number;
  /** Addresses that may join while `emailsRestrictedToDomains`. */
  readonly domains: readonly RealmDomain[];
  /** What new users get; rows without a realm default have their initial values, `defaultLanguage` the realm's language. */
  readonly userSettingsDefaults: Readonly<UserSettings>;
  readonly server: ServerSettings;
}

/** The record as clients see it: without LDAP if the server has no LDAP server. */
export const publicRealm = (realm: RealmRecord): PublicRealm => {
  const { Email, LDAP } = realm.authenticationMethods;
  return { ...realm, authenticationMethods: { Email, ...(realm.server.directoryEnabled && { LDAP }) } };
};

/** What PATCH /realm may change. */
export class RealmChanges extends (RealmSettingChanges as Class<Partial<RealmSettings>>) {
  @MapOf(bool(), {
    optional: true,
    description: `Whether each of ${AUTHENTICATION_METHODS.join(', ')} may be used`,
  })
  authenticationMethods?: Readonly<Record<string, boolean>>;
  @Field(noticeStream, { optional: true }) notificationsStreamId?: number | null;
  @Field(noticeStream, { optional: true }) signupNotificationsStreamId?: number | null;
  @Bool({ optional: true }) presenceDisabled?: boolean;
  @MapOf(ExternalAccount, { optional: true }) defaultExternalAccounts?: Readonly<Record<string, ExternalAccount>>;
}

/**
 * What the operator decides for every realm of an installation, by environment variables of the realm-settings service; other
 * services read it from the realm's record. Variables: docs/reference/configuration.md.
 */
export interface ServerSettings {
  /** WEB_PUBLIC_STREAMS_ENABLED */
  readonly webPublicStreamsEnabled: boolean;
  /** INLINE_IMAGE_PREVIEW */
  readonly inlineImagePreview: boolean;
  /** INLINE_URL_EMBED_PREVIEW: fetching what links point to; not offered, so always false. */
  readonly inlineUrlEmbedPreview: boolean;
  /** NAME_CHANGES_DISABLED */
  readonly nameChangesDisabled: boolean;
  /** AVATAR_CHANGES_DISABLED */
  readonly avatarChangesDisabled: boolean;
  /** PASSWORD_MIN_LENGTH */
  readonly passwordMinLength: number;
  /** PASSWORD_MIN_GUESSES */
  readonly passwordMinGuesses: number;
  /** MAX_AVATAR_FILE_SIZE_MIB, MAX_ICON_FILE_SIZE_MIB, MAX_LOGO_FILE_SIZE_MIB, MAX_FILE_UPLOAD_SIZE_MIB */
  readonly maxAvatarFileSizeMib: number;
  readonly maxIconFileSizeMib: number;
  readonly maxLogoFileSizeMib: number;
  readonly maxFileUploadSizeMib: number;
  /** LDAP_URL is set, so accounts can sign in by LDAP. Older releases know this name. */
  readonly directoryEnabled: boolean;
}
