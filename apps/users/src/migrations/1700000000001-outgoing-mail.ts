import { ForwardMigration } from '@chat/persistence';

/** Stores mail in the transaction that causes it, to be sent after the commit. Being away is a setting, not a part of the status. */
export class OutgoingMail1700000000001 extends ForwardMigration {
  readonly statements = [
    `CREATE TABLE outgoing_mail (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     recipient text NOT NULL,
     sender text NOT NULL,
     subject text NOT NULL,
     body text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     attempts integer NOT NULL DEFAULT 0,
     next_attempt_at timestamptz NOT NULL DEFAULT now()
   )`,
    'CREATE INDEX outgoing_mail_next_attempt_at ON outgoing_mail (next_attempt_at)',
    'ALTER TABLE user_status DROP COLUMN is_away',
  ];
}
