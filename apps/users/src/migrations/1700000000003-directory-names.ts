import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the directory has somebody, as far as known: a name that is tried is counted for their account. */
const STATEMENTS = [
  'ALTER TABLE directory_entry ADD COLUMN dn_key text',
  'CREATE INDEX directory_entry_dn ON directory_entry (realm_id, dn_key)',
];

export class DirectoryNames1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
