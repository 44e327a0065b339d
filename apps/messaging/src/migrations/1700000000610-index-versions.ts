import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a page reads of each message besides its place, so that it need not look at the rows, which lie in as many blocks. */
const OF_PAGE = 'version, read_recipient_id, read_topic_key';

/** Indexes by which pages are read, with what is read. Made beside the former ones: pages are read meanwhile. */
export class IndexVersions1700000000610 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX messages_recipient_page ON messages (recipient_id, id) INCLUDE (topic_key, ${OF_PAGE})`,
    );
    await queryRunner.query(
      `CREATE INDEX messages_topic_page ON messages (recipient_id, topic_key, id) INCLUDE (${OF_PAGE})
       WHERE stream_id IS NOT NULL`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
