import { ForwardMigration } from '@chat/persistence';

/** Remembers which request created a realm, so that its repetition creates none. */
export class RealmCreations1795635000000 extends ForwardMigration {
  readonly statements = [
    'CREATE TABLE realm_creations (creation_id text PRIMARY KEY, realm_id bigint NOT NULL REFERENCES realms ON DELETE CASCADE)',
  ];
}
