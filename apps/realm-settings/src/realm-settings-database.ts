import type { DataSourceSettings } from '@chat/persistence';
import { MIGRATIONS } from './migrations/index.js';

/** The service's own schema. */
export const SCHEMA = 'realm_settings';

export const databaseSettings = (databaseUrl: string, applicationName: string): DataSourceSettings => ({
  databaseUrl,
  schema: SCHEMA,
  migrations: MIGRATIONS,
  applicationName,
});
