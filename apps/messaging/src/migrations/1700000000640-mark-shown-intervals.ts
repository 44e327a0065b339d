import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which intervals do not say that somebody was subscribed, but only that messages which were moved to the stream were shown to them.
 * Replicas of before make none of those.
 */
export class MarkShownIntervals1700000000640 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE subscription_intervals ADD COLUMN is_shown boolean NOT NULL DEFAULT false');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
