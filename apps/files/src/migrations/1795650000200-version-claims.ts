import { ForwardMigration } from '@chat/persistence';

/**
 * The last applied change of each claim, and of the hold of each file (message 0). A change that arrives late, after a newer one, is
 * recognized by it. Rows live for an hour.
 */
export class VersionClaims1795650000200 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE claim_versions (
       file_id bigint NOT NULL,
       message_id bigint NOT NULL,
       version bigint NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now(),
       PRIMARY KEY (file_id, message_id)
     )`,
    'CREATE INDEX claim_versions_applied ON claim_versions (applied_at)',
  ];
}
