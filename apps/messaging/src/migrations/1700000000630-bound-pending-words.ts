import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is new in a GIN index waits in a list, and whoever finds the list full puts it into the index before their commit. With
 * PostgreSQL's 4 MB that is every few thousandth message, which took 80 to 160 ms, and with it all that waited for its realm.
 */
export class BoundPendingWords1700000000630 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('LOCK TABLE messages IN ACCESS EXCLUSIVE MODE');
    for (const name of ['messages_search', 'messages_mentioned', 'messages_alert_words']) {
      await queryRunner.query(`ALTER INDEX ${name} SET (gin_pending_list_limit = 256)`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
