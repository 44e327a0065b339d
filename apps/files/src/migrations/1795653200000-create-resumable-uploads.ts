import { ForwardMigration } from '@chat/persistence';

/** Files that arrive in several requests, and their pieces. The row of such a file in `files` has no active_at: it expires instead. */
export class CreateResumableUploads1795653200000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE resumable_uploads (
       id text PRIMARY KEY,
       file_id bigint NOT NULL REFERENCES files (id) ON DELETE CASCADE,
       realm_id bigint NOT NULL,
       owner_id bigint NOT NULL,
       length bigint NOT NULL,
       received bigint NOT NULL DEFAULT 0,
       content_type text NOT NULL,
       metadata text NOT NULL,
       expires_at timestamptz NOT NULL
     )`,
    'CREATE UNIQUE INDEX resumable_uploads_file ON resumable_uploads (file_id)',
    'CREATE INDEX resumable_uploads_owner ON resumable_uploads (realm_id, owner_id)',
    'CREATE INDEX resumable_uploads_expiry ON resumable_uploads (expires_at)',
    `CREATE TABLE resumable_pieces (
       upload_id text NOT NULL REFERENCES resumable_uploads (id) ON DELETE CASCADE,
       start bigint NOT NULL,
       size bigint NOT NULL,
       storage_key text NOT NULL,
       PRIMARY KEY (upload_id, start)
     )`,
  ];
}
