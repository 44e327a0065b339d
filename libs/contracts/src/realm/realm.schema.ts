import type { IdentityProvider } from '../identity-providers/identity-providers.schema.js';
import type { Class } from '../kit/described-class.js';
import { RenamedOnWire } from '../kit/described-class.js';
import { Bool, Field, Integer, MapOf, Nested, OneOf, Text } from '../kit/fields.js';
import { bool, type FieldType, id, integer, mapped, orNull } from '../kit/types/index.js';
import type { RealmDomain } from '../realm-domains/realm-domains.schema.js';
import type { UserSettings } from '../settings/settings.schema.js';
import {
  AUTHENTICATION_METHODS,
  AuthenticationMethods,
  type ChosenMethods,
  configuredMethods,
} from './authentication-methods.js';
import { RealmSettingChanges, RealmSettings } from './realm-settings.schema.js';

/** An external account for profile fields of type 7. */
export class ExternalAccount {
  @Text() name!: string;
  @Text() text!: string;
  @Text() hint!: string;
  /** Holds `%(username)s` once. */
  @Text() urlPattern!: string;
}

/** -1 on the wire, null in code: no such notices. */
const noticeStream: FieldType<number | null> = {
  ...mapped(id(), (streamId) => (streamId === -1 ? null : streamId), orNull(id()).problemOf),
  schema: { ...integer({ min: -1 }).schema, description: '-1: no such notices.' },
  toWire: (streamId) => streamId ?? -1,
};

/** The public part of a realm's record. `realm` events use these names; the register response adds the prefix `realm_`. */
export class PublicRealm extends RenamedOnWire({ url: 'uri' }, RealmSettings) {
  /** Without a slash at the end. */
  @Text() url!: string;
  /** Domain of the addresses of bots and of hidden addresses: `user7@<botDomain>`. */
  @Text() botDomain!: string;
  @Nested(AuthenticationMethods) authenticationMethods!: AuthenticationMethods;
  /** Users can sign in by email address and password. */
  @Bool() emailAuthEnabled!: boolean;
  /** Users can sign in by a password, stored here or on the LDAP server. */
  @Bool() passwordAuthEnabled!: boolean;
  @Field(noticeStream) notificationsStreamId!: number | null;
  @Field(noticeStream) signupNotificationsStreamId!: number | null;
  @Bool() presenceDisabled!: boolean;
  @Integer({ nullable: true, description: 'Space for all files; null: no limit. Operators set it.' }) uploadQuotaMib!:
    | number
    | null;
  @MapOf(ExternalAccount) defaultExternalAccounts!: Readonly<Record<string, ExternalAccount>>;
  @OneOf(['G', 'U']) iconSource!: 'G' | 'U';
  @OneOf(['D', 'U']) logoSource!: 'D' | 'U';
  @OneOf(['D', 'U']) nightLogoSource!: 'D' | 'U';
}

/** The record of a realm for services. */
export interface RealmRecord extends Readonly<Omit<PublicRealm, 'uploadQuotaMib'>> {
  /** Replicas of 0.1.0 do not write it. */
  readonly uploadQuotaMib?: number | null;
  readonly realmId: number;
  /** Subdomain, unique on this server; `sender_realm_str`. Empty for the realm at the root of the host. */
  readonly str: string;
  /** Own host name in lower case without port, or null. */
  readonly host: string | null;
  readonly createdAtSeconds: number;
  readonly isDeactivated: boolean;
  /** Standbys of the database may serve reads. Replicas of 0.1.0 do not write it. */
  readonly readsStandbys?: boolean;
  /** Serves unknown hosts. */
  readonly isDefault: boolean;
  /** The choice of the realm; the server may lack a method. */
  readonly authenticationMethods: ChosenMethods;
  /** Spectators may read web-public streams: the settings of server and realm both permit it. */
  readonly webPublicStreamsEnabled: boolean;
  readonly iconVersion: number;
  readonly logoVersion: number;
  readonly nightLogoVersion: number;
  /** Addresses of the pictures, below `url` or on another server. Replicas of 0.1.0 do not write them. */
  readonly iconUrl?: string;
  readonly logoUrl?: string;
  readonly nightLogoUrl?: string;
  /** Addresses of these domains may join if `emailsRestrictedToDomains`. */
  readonly domains: readonly RealmDomain[];
  /**
   * Settings of new users. Those without a default of the realm have their initial values, `defaultLanguage` the realm's
   * language.
   */
  readonly userSettingsDefaults: Readonly<UserSettings>;
  readonly server: ServerSettings;
}

/** The record for clients: without methods that the server lacks. */
export const publicRealm = (realm: RealmRecord): PublicRealm => ({
  ...realm,
  uploadQuotaMib: realm.uploadQuotaMib ?? null,
  authenticationMethods: configuredMethods(realm),
});

/** Parameters of PATCH /realm. */
export class RealmChanges extends (RealmSettingChanges as Class<Partial<RealmSettings>>) {
  @MapOf(bool(), { optional: true, description: `Whether each of ${AUTHENTICATION_METHODS.join(', ')} may be used` })
  authenticationMethods?: Readonly<Record<string, boolean>>;
  @Field(noticeStream, { optional: true }) notificationsStreamId?: number | null;
  @Field(noticeStream, { optional: true }) signupNotificationsStreamId?: number | null;
  @Bool({ optional: true }) presenceDisabled?: boolean;
  @MapOf(ExternalAccount, { optional: true }) defaultExternalAccounts?: Readonly<Record<string, ExternalAccount>>;
}

/**
 * Settings of the operator for all realms, from environment variables of the realm-settings service
 * (docs/reference/configuration.md). Other services read them in the realm's record.
 */
export interface ServerSettings {
  readonly webPublicStreamsEnabled: boolean;
  readonly inlineImagePreview: boolean;
  /** Previews of links are not implemented, so always false. */
  readonly inlineUrlEmbedPreview: boolean;
  readonly nameChangesDisabled: boolean;
  readonly avatarChangesDisabled: boolean;
  readonly passwordMinLength: number;
  readonly passwordMinGuesses: number;
  readonly maxAvatarFileSizeMib: number;
  readonly maxIconFileSizeMib: number;
  readonly maxLogoFileSizeMib: number;
  readonly maxFileUploadSizeMib: number;
  /** LDAP_URL is set, so accounts can sign in by LDAP. Older releases know this name. */
  readonly directoryEnabled: boolean;
  /** In display order. Replicas of 0.1.0 do not write it. */
  readonly identityProviders?: readonly IdentityProvider[];
  /** Null: new people need not accept terms. Replicas of 0.1.0 do not write it. */
  readonly termsOfServiceUrl?: string | null;
}
