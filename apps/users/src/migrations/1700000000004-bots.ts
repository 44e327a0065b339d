import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators see all bots of a realm, which are few among its accounts. */
const STATEMENTS = ['CREATE INDEX account_bots ON account (realm_id, user_id) WHERE is_bot AND NOT is_system_bot'];

export class Bots1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
