import {
  type AuthenticationMethod,
  badRequest,
  type ExternalAccount,
  type RealmDomain,
  type RealmSettings,
  type RealmSummary,
  type ResolvedRealm,
  type UserSettings,
} from '@chat/contracts';
import { Database, jsonObject, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

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

const DOMAIN = jsonObject<RealmDomain>({ domain: 'domain', allowSubdomains: 'allow_subdomains' });
const SELECT = `
  SELECT id, str, host, is_default AS "isDefault", is_deactivated AS "isDeactivated",
         floor(extract(epoch FROM created_at))::bigint AS "createdAtSeconds", settings,
         user_settings_defaults AS "userSettingsDefaults", authentication_methods AS "authenticationMethods",
         default_external_accounts AS "defaultExternalAccounts", notifications_stream_id AS "notificationsStreamId",
         signup_notifications_stream_id AS "signupNotificationsStreamId", presence_disabled AS "presenceDisabled",
         (SELECT coalesce(jsonb_agg(${DOMAIN} ORDER BY domain), '[]')
          FROM realm_domains WHERE realm_id = realms.id) AS domains
  FROM realms WHERE id = $1`;

/** Reads the realm and locks its row until the commit, so that changes of a realm and of its lists happen one at a time. */
export async function lockRealm(tx: Transaction, realmId: number): Promise<RealmRow> {
  // The lock first: a subquery in the statement that waits for it would see the domains from before.
  await tx.query('SELECT 1 FROM realms WHERE id = $1 FOR UPDATE', [realmId]);
  const realm = await readRealm(tx, realmId);
  if (!realm) throw badRequest('Invalid realm');
  return realm;
}

async function readRealm(tx: Transaction, realmId: number): Promise<RealmRow | undefined> {
  return (await tx.query<RealmRow>(SELECT, [realmId]))[0];
}

export type NewRealm = Pick<
  RealmRow,
  'str' | 'host' | 'isDefault' | 'settings' | 'authenticationMethods' | 'defaultExternalAccounts'
>;

@Injectable()
export class RealmRepository {
  constructor(private readonly database: Database) {}

  /** Throws "Invalid realm" if the realm does not exist. */
  async get(tx: Transaction, realmId: number): Promise<RealmRow> {
    const realm = await readRealm(tx, realmId);
    if (!realm) throw badRequest('Invalid realm');
    return realm;
  }

  list(limit: number): Promise<Omit<RealmSummary, 'url'>[]> {
    return this.database.query<Omit<RealmSummary, 'url'>>(
      `SELECT id AS "realmId", str, host, settings->>'name' AS name, is_default AS "isDefault",
              is_deactivated AS "isDeactivated"
       FROM realms ORDER BY id LIMIT $1`,
      [limit],
    );
  }

  /** Prefers the realm with this host to the realm with this subdomain, and either to the default realm. */
  async findByHost(host: string, str: string | null): Promise<ResolvedRealm | undefined> {
    const [realm] = await this.database.query<{ realmId: number; isDeactivated: boolean }>(
      `SELECT id AS "realmId", is_deactivated AS "isDeactivated" FROM realms
       WHERE host = $1 OR str = $2 OR is_default
       ORDER BY (host = $1) IS TRUE DESC, (str = $2) IS TRUE DESC LIMIT 1`,
      [host, str],
    );
    return realm;
  }

  async hasRealms(tx: Transaction): Promise<boolean> {
    return (await tx.query('SELECT 1 FROM realms LIMIT 1')).length > 0;
  }

  async findDefaultId(tx: Transaction): Promise<number | undefined> {
    return (await tx.query<{ id: number }>('SELECT id FROM realms WHERE is_default'))[0]?.id;
  }

  async insert(tx: Transaction, realm: NewRealm): Promise<number> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO realms (str, host, is_default, settings, authentication_methods, default_external_accounts)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [
        realm.str,
        realm.host,
        realm.isDefault,
        JSON.stringify(realm.settings),
        JSON.stringify(realm.authenticationMethods),
        JSON.stringify(realm.defaultExternalAccounts),
      ],
    );
    return (row as { id: number }).id;
  }

  /** Writes everything that can change in a row of `realms`. The domains are rows of `realm_domains`. */
  async update(tx: Transaction, realm: RealmRow): Promise<void> {
    await tx.query(
      `UPDATE realms SET settings = $2, user_settings_defaults = $3, authentication_methods = $4, default_external_accounts = $5,
              notifications_stream_id = $6, signup_notifications_stream_id = $7, presence_disabled = $8, is_deactivated = $9, is_default = $10
       WHERE id = $1`,
      [
        realm.id,
        JSON.stringify(realm.settings),
        JSON.stringify(realm.userSettingsDefaults),
        JSON.stringify(realm.authenticationMethods),
        JSON.stringify(realm.defaultExternalAccounts),
        realm.notificationsStreamId,
        realm.signupNotificationsStreamId,
        realm.presenceDisabled,
        realm.isDeactivated,
        realm.isDefault,
      ],
    );
  }
}
