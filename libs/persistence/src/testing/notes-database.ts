import { type DomainEventLog, OUTBOX_IDENTITIES, OUTBOX_TABLES } from '@chat/event-log';
import type { ConnectionLogger } from '@chat/redis';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database } from '../database.js';
import { openMigrated } from '../migrations.js';
import type { DataSourceSettings } from '../open-data-source.js';

class Notes1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...OUTBOX_TABLES, ...OUTBOX_IDENTITIES]) await runner.query(statement);
    await runner.query('CREATE TABLE note (id bigint GENERATED ALWAYS AS IDENTITY, text text)');
  }
  async down(): Promise<void> {}
}

/** Settings of a service that writes notes. */
export const notesSettings = (databaseUrl: string): DataSourceSettings => ({
  ...{ databaseUrl, schema: 'users', migrations: [Notes1700000000000], applicationName: 'test' },
});

/** The migrated database of a service that writes notes. */
export async function openNotes(
  settings: DataSourceSettings,
  log: DomainEventLog,
  logger: ConnectionLogger,
): Promise<Database> {
  return new Database('users', await openMigrated(settings), log, logger);
}
