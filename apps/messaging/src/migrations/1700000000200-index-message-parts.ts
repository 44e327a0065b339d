import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Narrows on links, images and attachments, which few messages have. */
export class IndexMessageParts1700000000200 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const part of ['link', 'image', 'attachment']) {
      await queryRunner.query(`CREATE INDEX messages_with_${part} ON messages (recipient_id, id) WHERE has_${part}`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward.');
  }
}
