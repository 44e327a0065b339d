import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Messages have a version, so that whoever keeps in memory what one says can tell whether it is still true: null as it was sent,
 * then the number of the transaction that changed it last. Set by a trigger: replicas of before, which know nothing of it, set it
 * as well. Null costs nothing in a row that has other nulls, and adding the column rewrites no row.
 */
export class VersionMessages1700000000600 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE messages ADD COLUMN version bigint');
    await queryRunner.query(
      `CREATE FUNCTION version_message() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         NEW.version := pg_current_xact_id()::text::bigint;
         RETURN NEW;
       END $$`,
    );
    await queryRunner.query(
      'CREATE TRIGGER message_changed BEFORE UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION version_message()',
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
