import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What bots keep. The size has a row of its own: it is what a writer locks, and nobody has to add up the values. */
const STATEMENTS = [
  `CREATE TABLE bot_storage (
     user_id bigint NOT NULL,
     key text NOT NULL,
     value text NOT NULL,
     PRIMARY KEY (user_id, key)
   )`,
  `CREATE TABLE bot_storage_size (
     user_id bigint PRIMARY KEY,
     characters bigint NOT NULL DEFAULT 0 CHECK (characters >= 0)
   )`,
];

export class BotStorage1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
