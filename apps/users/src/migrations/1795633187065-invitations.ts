import { ForwardMigration } from '@chat/persistence';

/** Columns of invitations and links. */
const INVITATION = `
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id bigint NOT NULL,
  inviter_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  role smallint NOT NULL CHECK (role IN (100, 200, 300, 400, 600)),
  stream_ids bigint[] NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  invited_at timestamptz NOT NULL DEFAULT now(),
  -- Null: never.
  expires_at timestamptz`;

/** Invitations by mail, links for any number of people, and the mails of each realm. */
export class Invitations1795633187065 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE invitations (${INVITATION},
     email text NOT NULL,
     email_key text NOT NULL,
     -- Of this and of every repeated mail. Null: without end.
     lifetime_minutes integer
   )`,
    'CREATE INDEX invitations_email ON invitations (realm_id, email_key)',
    'CREATE INDEX invitations_inviter ON invitations (inviter_id)',
    `CREATE TABLE invitation_links (${INVITATION},
     -- AES-256-GCM: nonce, tag, ciphertext. Administrators may read the link again.
     key_sealed bytea NOT NULL,
     -- A revoked link remains, because its sign-ups have ended and its revocation cannot be repeated.
     is_revoked boolean NOT NULL DEFAULT false
   )`,
    'CREATE INDEX invitation_links_realm ON invitation_links (realm_id, id)',
    'CREATE INDEX invitation_links_inviter ON invitation_links (inviter_id)',
    // Counts the invitations of the last day, for servers on which anyone may create a realm.
    `CREATE TABLE invitation_mails (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     realm_id bigint NOT NULL,
     sent_at timestamptz NOT NULL DEFAULT now(),
     mails integer NOT NULL
   )`,
    'CREATE INDEX invitation_mails_realm ON invitation_mails (realm_id, sent_at)',
  ];
}
