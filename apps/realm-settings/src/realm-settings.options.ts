import type { ServiceOptions } from '@chat/service-kit';
import { MIGRATIONS } from './migrations/index.js';

/** Shared by the service, its migrations and its tests. */
export const REALM_SETTINGS = {
  name: 'realm-settings',
  database: { schema: 'realm_settings', migrations: MIGRATIONS },
} as const satisfies ServiceOptions;
