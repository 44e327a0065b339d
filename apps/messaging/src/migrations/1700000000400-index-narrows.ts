import { RESOLVED_TOPIC_PREFIX } from '@chat/narrow';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Narrows on a sender, place by place, and on resolved topics. */
export class IndexNarrows1700000000400 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX messages_sender_place ON messages (sender_id, recipient_id, id)');
    await queryRunner.query('DROP INDEX messages_sender');
    await queryRunner.query(
      `CREATE INDEX messages_resolved ON messages (recipient_id, id)
       WHERE stream_id IS NOT NULL AND topic LIKE '${RESOLVED_TOPIC_PREFIX}%'`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward.');
  }
}
