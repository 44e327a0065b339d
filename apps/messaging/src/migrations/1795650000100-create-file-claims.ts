import { ForwardMigration } from '@chat/persistence';

/** Links of messages, drafts and scheduled messages to uploaded files. */
export class CreateFileClaims1795650000100 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE file_claims (
       realm_id bigint NOT NULL,
       file_id bigint NOT NULL,
       path_id text NOT NULL,
       message_id bigint NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
       PRIMARY KEY (file_id, message_id)
     )`,
    'CREATE INDEX file_claims_message ON file_claims (message_id)',
    `CREATE TABLE file_holds (
       realm_id bigint NOT NULL,
       file_id bigint NOT NULL,
       holder text NOT NULL,
       holder_id bigint NOT NULL,
       PRIMARY KEY (holder, holder_id, file_id)
     )`,
    'CREATE INDEX file_holds_file ON file_holds (file_id)',
    // Orders the changes of a claim or hold, which reach the files service by an event and by a request.
    'CREATE SEQUENCE file_claim_versions',
  ];
}
