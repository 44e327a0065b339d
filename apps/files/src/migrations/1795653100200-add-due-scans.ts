import { ForwardMigration } from '@chat/persistence';

/** Files that arrived while the scanner for malware was away. */
export class AddDueScans1795653100200 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE files ADD COLUMN is_scan_due boolean NOT NULL DEFAULT false',
    `CREATE INDEX files_scan_due ON files (id) WHERE is_scan_due AND state = 'ready'`,
  ];
}
