import { ForwardMigration } from '@chat/persistence';

export class SecondFactors1795640500000 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE second_factors (
      user_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE,
      -- Base32, sealed under SECRET_KEY.
      secret bytea NOT NULL,
      -- The session or sign-in that began the set-up.
      begun_by text NOT NULL,
      begun_at timestamptz NOT NULL DEFAULT now(),
      -- Null: the set-up is not complete.
      confirmed_at timestamptz,
      -- Step of 30 s of the last used code: this code and older ones do not work.
      last_step bigint
    )`,
    `CREATE TABLE recovery_codes (
      user_id bigint NOT NULL REFERENCES second_factors ON DELETE CASCADE,
      -- SHA-256 of 80 random bits. A used code has no row.
      code_hash bytea NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    )`,
  ];
}
