/**
 * PostgreSQL for a service that owns data: its schema, its migrations, its transactions, and the outbox through which a
 * commit becomes domain events. One `Database` per process; `OutboxSweeper` runs beside it.
 */
export { Database, sqlState, UNIQUE_VIOLATION, violatedConstraint } from './database.js';
export { measureDatabase } from './measure-database.js';
export { type DataSourceSettings, openDataSource } from './open-data-source.js';
export { openMigrated } from './open-migrated.js';
export { type CommittedEvents, OUTBOX_TABLES, Outbox } from './outbox.js';
export { OutboxSweeper } from './outbox-sweeper.js';
export type { Queryable } from './queryable.js';
export { runMigrations } from './run-migrations.js';
export { Transaction } from './transaction.js';
