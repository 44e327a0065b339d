import { migrationsIn } from '@chat/persistence';
import type { ServiceOptions } from '@chat/service-kit';

/** Shared by the service, its migrations and its tests. */
export const FILES = {
  name: 'files',
  database: { schema: 'files', migrations: migrationsIn(import.meta.url) },
} satisfies ServiceOptions;
