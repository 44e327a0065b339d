import { ForwardMigration } from '@chat/persistence';

export class PendingSignIns1795645200000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE pending_sign_ins (
      -- SHA-256 of 256 random bits, which only the browser has.
      token_hash bytea PRIMARY KEY,
      realm_id bigint NOT NULL,
      user_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
      auth_method text NOT NULL,
      provider_session_id text,
      ends_at timestamptz,
      -- The person has just set up the second factor, which its first code proved.
      is_proved boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now()
    )`,
    'CREATE INDEX pending_sign_ins_of_user ON pending_sign_ins (user_id)',
    'CREATE INDEX pending_sign_ins_by_creation ON pending_sign_ins (created_at)',
  ];
}
