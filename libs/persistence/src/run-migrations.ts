import pg from 'pg';
import { type DataSourceSettings, openDataSource } from './open-data-source.js';

/** One number for every service and release, so that no two ever migrate at once. */
const MIGRATION_LOCK = 736_410_021;

/**
 * Creates the service's schema and runs its pending migrations, forward only. Safe to call from several processes at
 * once: they take turns. Returns the names of the migrations that ran.
 */
export async function runMigrations(settings: DataSourceSettings): Promise<string[]> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS "${settings.schema}"`);
    // Building an index may take longer than any request may.
    const dataSource = await openDataSource({ ...settings, poolSize: 2, statementTimeoutMs: 0 }).initialize();
    try {
      // Each in a transaction of its own, so that none keeps anybody from a table while the next one builds an index.
      return (await dataSource.runMigrations({ transaction: 'each' })).map((migration) => migration.name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await client.end();
  }
}
