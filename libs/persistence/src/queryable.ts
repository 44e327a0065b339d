import type { Database } from './database.js';

/** Runs reading statements: the database, or a transaction that has begun. */
export type Queryable = Pick<Database, 'query' | 'queryPrepared' | 'getRepository'>;
