import { migrationsIn } from '@chat/persistence';
import type { ServiceOptions } from '@chat/service-kit';

/** Options of the service, its migrations and its tests. */
export const MESSAGING = {
  name: 'messaging',
  hasPreferredReplicas: true,
  readsStandbys: true,
  database: {
    schema: 'messaging',
    migrations: migrationsIn(import.meta.url),
    // A page is read from the index that has its order, which ends after a page. An index that has only the beginning of the
    // order, with a sort behind it, may look cheaper to the planner and read a whole stream (history/query-plans.md).
    sessionSettings: { enable_incremental_sort: 'off' },
  },
} satisfies ServiceOptions;
