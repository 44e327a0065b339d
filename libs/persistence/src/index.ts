/** PostgreSQL for a service that owns data: schema, migrations, and transactions with domain events. See the README. */
export { readBackupStatus } from './backup-status.js';
export { Database, type Queryable } from './database.js';
export { sqlState, UNIQUE_VIOLATION, violatedConstraint } from './database-errors.js';
export { jsonObject } from './json-object.js';
export { measureDatabase } from './measure-database.js';
export { migrateService } from './migrate-service.js';
export { ForwardMigration, migrationsIn, openMigrated, runMigrations } from './migrations.js';
export { type DataSourceSettings, type Migration, openDataSource, type PooledDataSource } from './open-data-source.js';
export { RealmWrites } from './realm-writes.js';
export { columnsOf, selectedColumns } from './repositories.js';
export { lockByName, lockRealm, Transaction } from './transaction.js';
