import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a draft came to the server, whatever time its client gave it. */
export class DateDrafts1700000000300 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE drafts ADD COLUMN stored_at timestamptz NOT NULL DEFAULT clock_timestamp()');
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward.');
  }
}
