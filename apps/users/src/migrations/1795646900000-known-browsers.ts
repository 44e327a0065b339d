import { ForwardMigration } from '@chat/persistence';

export class KnownBrowsers1795646900000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE known_browsers (
      user_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
      -- SHA-256 of 256 random bits in a cookie.
      browser_hash bytea NOT NULL,
      seen_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, browser_hash)
    )`,
  ];
}
