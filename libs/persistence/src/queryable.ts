import type { Database } from './database.js';
import type { Transaction } from './transaction.js';

/** Runs reading statements: the database, or a transaction that has begun. */
export type Queryable = Pick<Database, 'query' | 'queryPrepared'> | Pick<Transaction, 'query' | 'queryPrepared'>;
