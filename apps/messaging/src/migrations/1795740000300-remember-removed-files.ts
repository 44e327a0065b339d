import { ForwardMigration } from '@chat/persistence';

/** Files that were removed a short time ago. */
export class RememberRemovedFiles1795740000300 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE removed_files (
       file_id bigint PRIMARY KEY,
       realm_id bigint NOT NULL,
       removed_at timestamptz NOT NULL DEFAULT now()
     )`,
    'CREATE INDEX removed_files_age ON removed_files (removed_at)',
  ];
}
