import { ForwardMigration } from '@chat/persistence';

/** Reads of files by spectators on the last day with one. */
export class CreateSpectatorReads1795651200000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE spectator_reads (
       file_id bigint PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
       day date NOT NULL,
       reads integer NOT NULL
     )`,
  ];
}
