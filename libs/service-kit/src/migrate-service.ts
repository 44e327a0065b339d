import { setting } from '@chat/configuration';
import type { ServiceOptions } from './service.module.js';

/** The whole `migrate.ts` of a service: brings its schema up to date, then ends. Run it before the replicas start. */
export async function migrateService({ name, database }: ServiceOptions): Promise<void> {
  if (database === undefined) throw new Error(`${name} has no database.`);
  const { runMigrations } = await import('@chat/persistence');
  const databaseUrl = setting('DATABASE_URL');
  const ran = await runMigrations({ ...database, databaseUrl, applicationName: `${name}-migrate` });
  process.stdout.write(`${name}: ${ran.length === 0 ? 'schema is up to date' : `ran ${ran.join(', ')}`}\n`);
}
