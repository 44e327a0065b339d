import type { AuthenticationMethod, ExternalAccount, RealmDomain, RealmSettings, UserSettings } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** A row of `realms` with its domains. */
export interface RealmRow {
  readonly id: number;
  readonly str: string;
  readonly host: string | null;
  readonly isDefault: boolean;
  readonly isDeactivated: boolean;
  readonly createdAtSeconds: number;
  readonly settings: Partial<RealmSettings>;
  readonly userSettingsDefaults: Partial<UserSettings>;
  readonly authenticationMethods: Readonly<Record<AuthenticationMethod, boolean>>;
  readonly defaultExternalAccounts: Readonly<Record<string, ExternalAccount>>;
  readonly notificationsStreamId: number | null;
  readonly signupNotificationsStreamId: number | null;
  readonly presenceDisabled: boolean;
  readonly domains: readonly RealmDomain[];
}

const SELECT = `
  SELECT id, str, host, is_default AS "isDefault", is_deactivated AS "isDeactivated",
         floor(extract(epoch FROM created_at))::bigint AS "createdAtSeconds", settings,
         user_settings_defaults AS "userSettingsDefaults", authentication_methods AS "authenticationMethods",
         default_external_accounts AS "defaultExternalAccounts", notifications_stream_id AS "notificationsStreamId",
         signup_notifications_stream_id AS "signupNotificationsStreamId", presence_disabled AS "presenceDisabled",
         (SELECT coalesce(jsonb_agg(jsonb_build_object('domain', domain, 'allowSubdomains', allow_subdomains) ORDER BY domain), '[]')
          FROM realm_domains WHERE realm_id = realms.id) AS domains
  FROM realms WHERE id = $1`;

/** Undefined when there is no such realm. */
export async function readRealm(tx: Pick<Transaction, 'query'>, realmId: number): Promise<RealmRow | undefined> {
  return (await tx.query<RealmRow>(SELECT, [realmId]))[0];
}

/** Reads the realm and keeps its row locked until the commit: changes of a realm and of its lists happen one at a time. */
export async function lockRealm(tx: Transaction, realmId: number): Promise<RealmRow | undefined> {
  // The lock first: a subquery in the statement that waits for it would see the domains from before.
  await tx.query('SELECT 1 FROM realms WHERE id = $1 FOR UPDATE', [realmId]);
  return readRealm(tx, realmId);
}
