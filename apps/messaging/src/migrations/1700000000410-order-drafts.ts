import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drafts know up to which event of the users service their owner was known when they were stored, and who switched drafts off
 * by which: what is older than the switch goes, whatever clocks say and whichever replica was behind. `stored_at` is not read any
 * more; it stays for replicas of before.
 */
export class OrderDrafts1700000000410 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE drafts ADD COLUMN users_sequence bigint NOT NULL DEFAULT 0');
    await queryRunner.query(
      'CREATE TABLE drafts_switched_off (user_id bigint PRIMARY KEY, users_sequence bigint NOT NULL)',
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
