import { readdirSync } from 'node:fs';
import { PostgresPool, postgresAddress, postgresProblem } from '@chat/postgres';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { isDatabaseAway } from './database-away.js';
import {
  type Class,
  type DataSourceSettings,
  type Migration,
  openDataSource,
  type PooledDataSource,
} from './open-data-source.js';

/** `1700000000000-create-users.ts`, but neither its tests nor its declarations. */
const MIGRATION = /^\d+-[^.]+\.(ts|js)$/;
/** One number for all services and releases, so that only one process migrates at a time. */
const MIGRATION_LOCK = 736_410_021;

/** A migration that runs its statements in order. Throws when reverted: migrations only go forward. */
export abstract class ForwardMigration implements MigrationInterface {
  protected abstract readonly statements: readonly string[];

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await queryRunner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward.');
  }
}

/**
 * The migrations in the folder `migrations` next to a module, in order: `migrationsIn(import.meta.url)`. Only `runMigrations` imports
 * them: a replica, which only asks whether they ran, starts without.
 */
export function migrationsIn(moduleUrl: string): Migration[] {
  const folder = new URL('./migrations/', moduleUrl);
  const files = readdirSync(folder).filter((name) => MIGRATION.test(name));
  return files.sort().map((file) => {
    const name = classNameOf(file);
    return { name, load: () => importMigration(new URL(file, folder).href, name) };
  });
}

/** `CreateUsers1700000000000` for `1700000000000-create-users.ts`. */
function classNameOf(file: string): string {
  const [number = '', ...words] = file.replace(/\..*$/, '').split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + number;
}

async function importMigration(url: string, name: string): Promise<Class> {
  const exported = Object.values((await import(url)) as Record<string, unknown>);
  const [migration, ...others] = exported.filter((value): value is Class => typeof value === 'function');
  if (migration?.name !== name || others.length > 0) throw new Error(`${url} must export one migration, ${name}.`);
  return migration;
}

const classOf = (migration: Migration): Class | Promise<Class> => ('load' in migration ? migration.load() : migration);

/**
 * Creates the schema of a service and runs its pending migrations, forward only. Returns the names of the migrations that ran. Several
 * processes may call it at the same time; they run one after another. After a failure, run it again.
 */
export async function runMigrations(settings: DataSourceSettings): Promise<string[]> {
  await requireUsable({ databaseUrl: settings.databaseUrl });
  const pool = new PostgresPool(postgresAddress(settings.databaseUrl), { max: 1 });
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS "${settings.schema}"`);
    // No statement timeout: an index may take longer to build than any request may.
    const migrations = await Promise.all((settings.migrations ?? []).map(classOf));
    const dataSource = await openDataSource(
      { ...settings, poolSize: 2, statementTimeoutMs: 0 },
      migrations,
    ).initialize();
    try {
      // One transaction each, so that a migration does not hold its table locks while the next one builds an index.
      return (await dataSource.runMigrations({ transaction: 'each' })).map((migration) => migration.name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    client.release(true);
    await pool.end();
  }
}

/**
 * Opens the migrated database of a service. Throws with a message for operators if a migration of this release is missing. Migrations
 * of later releases are no obstacle: they keep everything that this release uses.
 */
export async function openMigrated(settings: DataSourceSettings): Promise<PooledDataSource> {
  await requireUsable(settings);
  const dataSource = openDataSource(settings);
  try {
    const missing = await missingMigrations(await dataSource.initialize(), settings);
    if (missing.length === 0) {
      dataSource.pool.follow();
      return dataSource;
    }
    await dataSource.destroy();
    throw new Error(
      `The schema ${settings.schema} is not up to date (${missing.join(', ')}); run the migrations first.`,
    );
  } catch (error) {
    if (isDatabaseAway(error)) throw unusable((error as Error).message);
    throw error;
  }
}

/** Throws a sentence for operators if the services cannot use the PostgreSQL of an address. */
async function requireUsable({
  databaseUrl,
  isSynchronous = false,
}: Pick<DataSourceSettings, 'databaseUrl' | 'isSynchronous'>): Promise<void> {
  const problem = await postgresProblem(databaseUrl, { isSynchronous });
  if (problem !== undefined) throw unusable(problem);
}

const unusable = (problem: string): Error => new Error(`DATABASE_URL cannot be used: ${problem}.`);

async function missingMigrations(dataSource: DataSource, settings: DataSourceSettings): Promise<string[]> {
  // TypeORM's `showMigrations` would create the table, which only migrations may do.
  const [{ exists }] = (await dataSource.query('SELECT to_regclass($1) IS NOT NULL AS exists', [
    `"${settings.schema}".migrations`,
  ])) as [{ exists: boolean }];
  const rows = exists ? ((await dataSource.query('SELECT name FROM migrations')) as { name: string }[]) : [];
  const ran = new Set(rows.map(({ name }) => name));
  return (settings.migrations ?? []).map(({ name }) => name).filter((name) => !ran.has(name));
}
