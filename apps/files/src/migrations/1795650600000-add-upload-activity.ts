import { ForwardMigration } from '@chat/persistence';

/** The last sign of an upload, by which the sweep finds uploads that ended without a trace. */
export class AddUploadActivity1795650600000 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE files ADD COLUMN active_at timestamptz',
    'DROP INDEX files_receiving',
    `CREATE INDEX files_receiving ON files (active_at) WHERE state = 'receiving'`,
  ];
}
