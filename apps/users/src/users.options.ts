import { migrationsIn } from '@chat/persistence';
import type { ServiceOptions } from '@chat/service-kit';

/** Shared by the service, its migrations and its tests. */
export const USERS = {
  name: 'users',
  database: {
    schema: 'users',
    migrations: migrationsIn(import.meta.url),
  },
} satisfies ServiceOptions;
