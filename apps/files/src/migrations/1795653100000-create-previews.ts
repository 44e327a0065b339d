import { ForwardMigration } from '@chat/persistence';

/** Thumbnails and large copies of pictures. */
export class CreatePreviews1795653100000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE previews (
       file_id bigint PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
       realm_id bigint NOT NULL,
       made_at timestamptz,
       is_animated boolean NOT NULL,
       transcoded text,
       pending_since timestamptz NOT NULL DEFAULT now(),
       claimed_until timestamptz,
       attempts integer NOT NULL DEFAULT 0
     )`,
    'CREATE INDEX previews_pending ON previews (pending_since) WHERE made_at IS NULL',
  ];
}
