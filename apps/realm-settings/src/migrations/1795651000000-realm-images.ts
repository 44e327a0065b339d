import { ForwardMigration } from '@chat/persistence';

/** Icon and logos of realms: tokens of images of the files service. */
export class RealmImages1795651000000 extends ForwardMigration {
  readonly statements = [
    `ALTER TABLE realms
       ADD COLUMN icon_token text,
       ADD COLUMN icon_version integer NOT NULL DEFAULT 1,
       ADD COLUMN logo_token text,
       ADD COLUMN logo_version integer NOT NULL DEFAULT 1,
       ADD COLUMN night_logo_token text,
       ADD COLUMN night_logo_version integer NOT NULL DEFAULT 1`,
  ];
}
