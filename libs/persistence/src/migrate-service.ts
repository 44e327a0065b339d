import { setting } from '@chat/configuration';
import type { ServiceName } from '@chat/contracts';
import { runMigrations } from './migrations.js';
import type { DataSourceSettings } from './open-data-source.js';

interface MigratedService {
  readonly name: ServiceName;
  readonly database: Omit<DataSourceSettings, 'databaseUrl' | 'applicationName'>;
}

/** The whole `migrate.ts` of a service: updates its schema. To be run before the replicas start. */
export async function migrateService({ name, database }: MigratedService): Promise<void> {
  const databaseUrl = setting('DATABASE_URL');
  const ran = await runMigrations({ ...database, databaseUrl, applicationName: `${name}-migrate` });
  process.stdout.write(`${name}: ${ran.length === 0 ? 'schema is up to date' : `ran ${ran.join(', ')}`}\n`);
}
