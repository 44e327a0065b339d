import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail is written down with what it tells of, and sent afterwards. Being away is a setting, not a part of the status. */
const STATEMENTS = [
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

export class OutgoingMail1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
