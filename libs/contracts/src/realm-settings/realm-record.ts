import type { RealmDomain } from '../realm-domains/realm-domains.schema.js';
import type { UserSettings } from '../settings/settings.schema.js';
import type { RealmSettings } from './realm-settings-table.js';
import type { ServerSettings } from './server-settings.js';

/** Ways of signing in that this server knows, by their names on the wire. */
export const AUTHENTICATION_METHODS = ['Email', 'LDAP'] as const;
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** An account elsewhere that profile fields of type 7 can name. `urlPattern` holds `%(username)s` once. */
export interface ExternalAccount {
  readonly name: string;
  readonly text: string;
  readonly hint: string;
  readonly urlPattern: string;
}

/** Everything of a realm that other services decide by, and that register shows under `realm`. */
export interface RealmRecord extends RealmSettings {
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
  /** Signing in by email and password is in effect. */
  readonly emailAuthEnabled: boolean;
  /** Signing in by a password, ours or the directory's, is in effect. */
  readonly passwordAuthEnabled: boolean;
  /** Spectators may read web-public streams: the server's and the realm's setting both say so. */
  readonly webPublicStreamsEnabled: boolean;
  /** Null: such notices are off. */
  readonly notificationsStreamId: number | null;
  readonly signupNotificationsStreamId: number | null;
  readonly presenceDisabled: boolean;
  readonly iconSource: 'G' | 'U';
  readonly iconVersion: number;
  readonly logoSource: 'D' | 'U';
  readonly logoVersion: number;
  readonly nightLogoSource: 'D' | 'U';
  readonly nightLogoVersion: number;
  readonly defaultExternalAccounts: Readonly<Record<string, ExternalAccount>>;
  /** Addresses that may join while `emailsRestrictedToDomains`. */
  readonly domains: readonly RealmDomain[];
  /** What new users get; rows without a realm default have their initial values, `defaultLanguage` the realm's language. */
  readonly userSettingsDefaults: UserSettings;
  readonly server: ServerSettings;
}
