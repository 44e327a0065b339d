import { CreateUsers1700000000000 } from './1700000000000-create-users.js';

/** In the order in which they run. */
export const MIGRATIONS = [CreateUsers1700000000000];
