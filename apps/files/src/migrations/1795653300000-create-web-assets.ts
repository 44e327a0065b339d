import { ForwardMigration } from '@chat/persistence';

/** Files of the web client of every release that a gateway served in the last weeks. They are small, and few in a release. */
export class CreateWebAssets1795653300000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE web_assets (
       name text PRIMARY KEY,
       encoding text,
       content bytea NOT NULL,
       served_at timestamptz NOT NULL DEFAULT now()
     )`,
    'CREATE INDEX web_assets_served_at ON web_assets (served_at)',
  ];
}
