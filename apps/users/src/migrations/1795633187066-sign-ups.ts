import { ForwardMigration } from '@chat/persistence';

/** Mailed links of people that sign up. The row holds only a hash of the key. */
export class SignUps1795633187066 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE sign_ups (
      key_hash bytea PRIMARY KEY,
      realm_id bigint NOT NULL,
      email text NOT NULL,
      email_key text NOT NULL,
      -- The link for any number of people by which the person came.
      invitation_link_id bigint REFERENCES invitation_links ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    )`,
    'CREATE INDEX sign_ups_email ON sign_ups (realm_id, email_key)',
    'CREATE INDEX sign_ups_expires_at ON sign_ups (expires_at)',
    'CREATE INDEX sign_ups_invitation_link ON sign_ups (invitation_link_id)',
  ];
}
