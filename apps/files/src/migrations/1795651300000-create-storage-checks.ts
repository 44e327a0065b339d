import { ForwardMigration } from '@chat/persistence';

/** The last daily check of the storage, so that one replica begins it. */
export class CreateStorageChecks1795651300000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE storage_checks (
       is_last boolean PRIMARY KEY DEFAULT true CHECK (is_last),
       started_at timestamptz,
       rows_without_bytes bigint NOT NULL DEFAULT 0
     )`,
    'INSERT INTO storage_checks DEFAULT VALUES',
  ];
}
