import type { DataSourceSettings } from '@chat/persistence';
import { ENTITIES } from './entities.js';
import { MIGRATIONS } from './migrations/index.js';

/** The service's own schema. */
export const SCHEMA = 'messaging';

export const databaseSettings = (databaseUrl: string, applicationName: string): DataSourceSettings => ({
  databaseUrl,
  schema: SCHEMA,
  entities: ENTITIES,
  migrations: MIGRATIONS,
  applicationName,
  // A page is read from the index that has its order, which ends after a page. An index that has only the beginning of the
  // order, with a sort behind it, may look cheaper to the planner and read a whole stream (docs/query-plans.md).
  sessionSettings: { enable_incremental_sort: 'off' },
});
