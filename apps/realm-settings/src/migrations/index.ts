import { CreateRealmSettings1700000000000 } from './1700000000000-create-realm-settings.js';

/** In the order in which they run. */
export const MIGRATIONS = [CreateRealmSettings1700000000000];
