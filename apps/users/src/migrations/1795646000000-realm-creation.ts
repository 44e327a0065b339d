import { ForwardMigration } from '@chat/persistence';

/** Mailed links for new organizations, and the links by which operators allow one. The rows hold only hashes of the keys. */
export class RealmCreation1795646000000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE realm_requests (
      key_hash bytea PRIMARY KEY,
      realm_id bigint NOT NULL,
      email text NOT NULL,
      name text NOT NULL,
      org_type integer NOT NULL,
      subdomain text NOT NULL,
      -- Makes a repeated creation find the first one.
      creation_id text NOT NULL,
      expires_at timestamptz NOT NULL
    )`,
    'CREATE INDEX realm_requests_expires_at ON realm_requests (expires_at)',
    `CREATE TABLE realm_creation_links (
      key_hash bytea PRIMARY KEY,
      expires_at timestamptz NOT NULL
    )`,
  ];
}
