import { ForwardMigration } from '@chat/persistence';

/** Icons, logos, avatars and emoji. Their owner services decide about their use; the sweep asks for it at check_at. */
export class CreateImages1795652000000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE images (
       realm_id bigint NOT NULL,
       purpose text NOT NULL,
       token text NOT NULL,
       objects text[] NOT NULL,
       check_at timestamptz NOT NULL,
       PRIMARY KEY (realm_id, purpose, token)
     )`,
    'CREATE INDEX images_check_at ON images (check_at)',
  ];
}
