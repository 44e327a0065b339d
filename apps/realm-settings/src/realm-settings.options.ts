import { migrationsIn } from '@chat/persistence';
import type { ServiceOptions } from '@chat/service-kit';

/** Shared by the service, its migrations and its tests. */
export const REALM_SETTINGS = {
  name: 'realm-settings',
  database: {
    schema: 'realm_settings',
    migrations: migrationsIn(import.meta.url),
  },
} satisfies ServiceOptions;
