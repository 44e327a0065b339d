import { ForwardMigration } from '@chat/persistence';

/** Columns that a page reads of each message, so that an index-only scan suffices. */
const PAGE_COLUMNS = 'version, read_recipient_id, read_topic_key';

/** Page indexes that include those columns. The previous indexes serve pages until the next migration. */
export class IndexVersions1700000000610 extends ForwardMigration {
  readonly statements = [
    `CREATE INDEX messages_recipient_page ON messages (recipient_id, id) INCLUDE (topic_key, ${PAGE_COLUMNS})`,
    `CREATE INDEX messages_topic_page ON messages (recipient_id, topic_key, id) INCLUDE (${PAGE_COLUMNS})
       WHERE stream_id IS NOT NULL`,
  ];
}
