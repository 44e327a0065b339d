import { RESOLVED_TOPIC_PREFIX } from '@chat/narrow';
import { ForwardMigration } from '@chat/persistence';

/** Indexes for narrows on a sender in one place, and on resolved topics. */
export class IndexNarrows1700000000400 extends ForwardMigration {
  readonly statements = [
    'CREATE INDEX messages_sender_place ON messages (sender_id, recipient_id, id)',
    'DROP INDEX messages_sender',
    `CREATE INDEX messages_resolved ON messages (recipient_id, id)
     WHERE stream_id IS NOT NULL AND topic LIKE '${RESOLVED_TOPIC_PREFIX}%'`,
  ];
}
