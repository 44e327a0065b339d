import {
  badRequest,
  previousValues,
  type RealmDomain,
  type RealmRecord,
  type RealmSummary,
  RealmUpdated,
  type ResolvedRealm,
} from '@chat/contracts';
import { Database, jsonObject, type Queryable, selectedColumns, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Installation } from './installation.js';
import { RealmCreationEntity, RealmEntity } from './realm.entity.js';
import { composeRealmRecord } from './realm-record.js';

/** A row of `realms` with its domains. */
export interface RealmRow extends Readonly<Omit<RealmEntity, 'createdAt'>> {
  readonly createdAtSeconds: number;
  readonly domains: readonly RealmDomain[];
}

const DOMAIN = jsonObject<RealmDomain>({ domain: 'domain', allowSubdomains: 'allow_subdomains' });
/** One statement reads the realm and its domains. */
const SELECT = `
  SELECT ${selectedColumns(RealmEntity, 'r', ['createdAt'])},
         floor(extract(epoch FROM created_at))::bigint AS "createdAtSeconds",
         (SELECT coalesce(jsonb_agg(${DOMAIN} ORDER BY domain), '[]') FROM realm_domains WHERE realm_id = r.id) AS domains
  FROM realms r WHERE id = $1`;

/** Reads the realm and locks its row until the commit, so that changes of a realm and of its lists happen one at a time. */
export async function lockRealm(tx: Transaction, realmId: number): Promise<RealmRow> {
  // The lock first: a subquery in the statement that waits for it would see the domains from before.
  const lock = { mode: 'pessimistic_write' } as const;
  await tx.getRepository(RealmEntity).findOne({ select: { id: true }, where: { id: realmId }, lock });
  return readRealm(tx, realmId);
}

/** Throws "Invalid realm" if the realm does not exist. */
async function readRealm(database: Queryable, realmId: number): Promise<RealmRow> {
  const [realm] = await database.query<RealmRow>(SELECT, [realmId]);
  if (!realm) throw badRequest('Invalid realm');
  return realm;
}

type NewRealm = Pick<
  RealmRow,
  'str' | 'host' | 'isDefault' | 'settings' | 'authenticationMethods' | 'defaultExternalAccounts'
>;

/** May write rows of other tables in the same transaction. */
type RealmChange = (row: RealmRow, tx: Transaction) => RealmRow | Promise<RealmRow>;

@Injectable()
export class RealmRepository {
  constructor(
    private readonly database: Database,
    private readonly installation: Installation,
  ) {}

  readonly get = readRealm;

  /** Raw SQL: of all the settings only the name leaves the database. */
  list(limit: number): Promise<Omit<RealmSummary, 'url'>[]> {
    return this.database.query<Omit<RealmSummary, 'url'>>(
      `SELECT id AS "realmId", str, host, settings->>'name' AS name, is_default AS "isDefault",
              is_deactivated AS "isDeactivated"
       FROM realms ORDER BY id LIMIT $1`,
      [limit],
    );
  }

  /**
   * Prefers the realm with this host to the realm with this subdomain, and either to the default realm. Raw SQL: a repository cannot
   * order by conditions.
   */
  async findByHost(host: string, str: string | null): Promise<ResolvedRealm | undefined> {
    const [realm] = await this.database.query<{ realmId: number; isDeactivated: boolean }>(
      `SELECT id AS "realmId", is_deactivated AS "isDeactivated" FROM realms
       WHERE host = $1 OR str = $2 OR is_default
       ORDER BY (host = $1) IS TRUE DESC, (str = $2) IS TRUE DESC LIMIT 1`,
      [host, str],
    );
    return realm;
  }

  hasRealms(tx: Transaction): Promise<boolean> {
    return tx.getRepository(RealmEntity).exists();
  }

  async findDefaultId(tx: Transaction): Promise<number | undefined> {
    return (await tx.getRepository(RealmEntity).findOneBy({ isDefault: true }))?.id;
  }

  async findBySubdomain(str: string): Promise<RealmEntity | undefined> {
    return (await this.database.getRepository(RealmEntity).findOneBy({ str })) ?? undefined;
  }

  /** The realm that an earlier request with this id created. */
  async findCreated(tx: Transaction, creationId: string): Promise<RealmRow | undefined> {
    const creation = await tx.getRepository(RealmCreationEntity).findOneBy({ creationId });
    return creation === null ? undefined : readRealm(tx, creation.realmId);
  }

  async recordCreation(tx: Transaction, creationId: string, realmId: number): Promise<void> {
    await tx.getRepository(RealmCreationEntity).insert({ creationId, realmId });
  }

  async insert(tx: Transaction, realm: NewRealm): Promise<number> {
    const { identifiers } = await tx.getRepository(RealmEntity).insert(realm);
    return (identifiers[0] as { id: number }).id;
  }

  /**
   * Applies `change` to the locked row and records the event. Returns undefined, and records no event, if the record stays the same.
   * Domains are rows of another table: `change` writes them itself and returns the row with them.
   */
  async update(
    tx: Transaction,
    realmId: number,
    actorId: number | null,
    change: RealmChange,
  ): Promise<{ realm: RealmRecord; previous: Partial<RealmRecord> } | undefined> {
    const before = await lockRealm(tx, realmId);
    const after = await change(before, tx);
    const realm = composeRealmRecord(after, this.installation);
    const previous = previousValues(composeRealmRecord(before, this.installation), realm);
    if (Object.keys(previous).length === 0) return undefined;
    const { id, domains: _, createdAtSeconds: __, ...columns } = after;
    await tx.getRepository(RealmEntity).update({ id }, columns);
    tx.record(realmId, RealmUpdated.of({ realm, previous, actorId }));
    return { realm, previous };
  }

  /** Like `update`, in a transaction of its own. */
  change(realmId: number, actorId: number | null, change: RealmChange) {
    return this.database.transaction((tx) => this.update(tx, realmId, actorId, change));
  }
}
