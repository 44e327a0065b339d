/**
 * PostgreSQL for a service that owns data: its schema, its migrations and its transactions, whose recorded events the outbox
 * of `libs/event-log` appends to the log. One `Database` per process.
 */
export { Database, sqlState, UNIQUE_VIOLATION, violatedConstraint } from './database.js';
export { ForwardMigration } from './forward-migration.js';
export { jsonObject } from './json-object.js';
export { measureDatabase } from './measure-database.js';
export { migrationsIn } from './migrations-in.js';
export { type DataSourceSettings, openDataSource, PooledDataSource } from './open-data-source.js';
export { openMigrated } from './open-migrated.js';
export type { Queryable } from './queryable.js';
export type { ReadRepository } from './repositories.js';
export { runMigrations } from './run-migrations.js';
export { schemaDifferences } from './schema-differences.js';
export { selectedColumns } from './selected-columns.js';
export { Transaction } from './transaction.js';
