import { OUTBOX_IDENTITIES, OUTBOX_TABLES } from '@chat/event-log';
import { ForwardMigration } from '@chat/persistence';

/** Uploaded files, the messages that link them, and the space that realms use. */
export class CreateFiles1795650000000 extends ForwardMigration {
  readonly statements = [
    ...OUTBOX_TABLES,
    ...OUTBOX_IDENTITIES,
    `CREATE TABLE files (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       realm_id bigint NOT NULL,
       owner_id bigint NOT NULL,
       path_id text NOT NULL,
       name text NOT NULL,
       size bigint NOT NULL,
       content_type text NOT NULL,
       sha256 bytea,
       picture jsonb,
       storage_key text NOT NULL,
       state text NOT NULL,
       created_at timestamptz NOT NULL DEFAULT now(),
       described_at timestamptz,
       unlinked_since timestamptz,
       is_held boolean NOT NULL DEFAULT false
     )`,
    'CREATE UNIQUE INDEX files_path_id ON files (path_id)',
    'CREATE UNIQUE INDEX files_storage_key ON files (storage_key)',
    `CREATE INDEX files_owner ON files (realm_id, owner_id, id) WHERE state = 'ready'`,
    `CREATE INDEX files_unlinked ON files (unlinked_since) WHERE state = 'ready' AND unlinked_since IS NOT NULL`,
    `CREATE INDEX files_receiving ON files (created_at) WHERE state = 'receiving'`,
    `CREATE TABLE file_messages (
       file_id bigint NOT NULL,
       message_id bigint NOT NULL,
       sent_at timestamptz NOT NULL,
       PRIMARY KEY (file_id, message_id)
     )`,
    // bytes_reserved: of uploads under way. quota_mib: null for the default of the installation, -1 for no quota.
    `CREATE TABLE realm_usage (
       realm_id bigint PRIMARY KEY,
       bytes_used bigint NOT NULL DEFAULT 0,
       bytes_reserved bigint NOT NULL DEFAULT 0,
       quota_mib bigint
     )`,
    // Objects without a row. A job deletes them until the storage confirms.
    `CREATE TABLE discarded_objects (
       storage_key text PRIMARY KEY,
       discarded_at timestamptz NOT NULL DEFAULT now()
     )`,
  ];
}
