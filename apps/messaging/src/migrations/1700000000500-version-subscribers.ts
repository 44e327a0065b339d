import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who is subscribed to a stream has a version, so that whoever keeps the list in memory can tell whether it is still true.
 * Counted by triggers: replicas of before, which know nothing of it, count as well.
 */
export class VersionSubscribers1700000000500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE TABLE subscriber_versions (stream_id bigint PRIMARY KEY, version bigint NOT NULL)');
    for (const [event, streams] of [
      ['insert', 'SELECT DISTINCT stream_id FROM changed'],
      [
        'update',
        `SELECT DISTINCT changed.stream_id FROM changed JOIN former USING (stream_id, user_id)
         WHERE changed.is_active <> former.is_active`,
      ],
    ]) {
      await queryRunner.query(
        `CREATE FUNCTION count_subscribers_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           INSERT INTO subscriber_versions AS v (stream_id, version)
           SELECT stream_id, 1 FROM (${streams}) AS streams ORDER BY stream_id
           ON CONFLICT (stream_id) DO UPDATE SET version = v.version + 1;
           RETURN NULL;
         END $$`,
      );
      await queryRunner.query(
        `CREATE TRIGGER subscribers_${event} AFTER ${event} ON subscriptions
         REFERENCING NEW TABLE AS changed ${event === 'update' ? 'OLD TABLE AS former' : ''}
         FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers_${event}()`,
      );
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
