import { ForwardMigration } from '@chat/persistence';

/** The id of the storage that holds the files of the installation: at most one row. */
export class CreateStorageIdentity1795653000000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE storage_identity (
       is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
       id text NOT NULL
     )`,
  ];
}
