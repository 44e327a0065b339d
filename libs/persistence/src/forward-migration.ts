import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that runs its statements in order. Throws when reverted: migrations only go forward. */
export abstract class ForwardMigration implements MigrationInterface {
  protected abstract readonly statements: readonly string[];

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await queryRunner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward.');
  }
}
