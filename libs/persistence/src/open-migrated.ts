import type { DataSource } from 'typeorm';
import { isDatabaseAway } from './database-away.js';
import { type DataSourceSettings, openDataSource, type PooledDataSource } from './open-data-source.js';

/**
 * Opens a service's database for its work. Refuses, with a message for whoever runs it, when a migration of this release has not run;
 * does not mind those of later ones, which leave what this release uses.
 */
export async function openMigrated(settings: DataSourceSettings): Promise<PooledDataSource> {
  const dataSource = openDataSource(settings);
  const missing = await findMissing(dataSource, settings.schema);
  if (missing.length === 0) return dataSource;
  await dataSource.destroy();
  throw new Error(`The schema ${settings.schema} is not up to date (${missing.join(', ')}); run the migrations first.`);
}

/** Opens the data source for it. */
async function findMissing(dataSource: DataSource, schema: string): Promise<string[]> {
  try {
    return await missingMigrations(await dataSource.initialize(), schema);
  } catch (error) {
    // The driver's words for a lost connection do not say to what it was.
    if (isDatabaseAway(error))
      throw new Error(`PostgreSQL cannot be used: ${(error as Error).message}`, { cause: error });
    throw error;
  }
}

async function missingMigrations(dataSource: DataSource, schema: string): Promise<string[]> {
  // TypeORM's own question makes the table where it is missing, which is for the migrations alone to do.
  const [{ exists }] = (await dataSource.query('SELECT to_regclass($1) IS NOT NULL AS exists', [
    `"${schema}".migrations`,
  ])) as [{ exists: boolean }];
  const rows = exists ? ((await dataSource.query('SELECT name FROM migrations')) as { name: string }[]) : [];
  const ran = new Set(rows.map(({ name }) => name));
  return dataSource.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !ran.has(name));
}
