import { ForwardMigration } from '@chat/persistence';

const CHANGED_STREAMS = {
  insert: 'SELECT DISTINCT stream_id FROM changed',
  update: `SELECT DISTINCT changed.stream_id FROM changed JOIN former USING (stream_id, user_id)
         WHERE changed.is_active <> former.is_active`,
};

/**
 * Version of a stream's subscriber list: a cached list is valid while the version is unchanged. Triggers count it, so that replicas of
 * the previous release count, too.
 */
export class VersionSubscribers1700000000500 extends ForwardMigration {
  readonly statements = [
    'CREATE TABLE subscriber_versions (stream_id bigint PRIMARY KEY, version bigint NOT NULL)',
    ...Object.entries(CHANGED_STREAMS).flatMap(([event, streams]) => [
      `CREATE FUNCTION count_subscribers_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           INSERT INTO subscriber_versions AS v (stream_id, version)
           SELECT stream_id, 1 FROM (${streams}) AS streams ORDER BY stream_id
           ON CONFLICT (stream_id) DO UPDATE SET version = v.version + 1;
           RETURN NULL;
         END $$`,
      `CREATE TRIGGER subscribers_${event} AFTER ${event} ON subscriptions
         REFERENCING NEW TABLE AS changed ${event === 'update' ? 'OLD TABLE AS former' : ''}
         FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers_${event}()`,
    ]),
  ];
}
