import { ForwardMigration } from '@chat/persistence';

/**
 * Bounds the pending list of the GIN indexes to 256 KiB. The insert that fills the list moves it into the index before its commit. With
 * PostgreSQL's default of 4 MB, that delayed one of some thousand messages, and its realm, by 80 to 160 ms.
 */
export class BoundPendingWords1700000000630 extends ForwardMigration {
  readonly statements = [
    'LOCK TABLE messages IN ACCESS EXCLUSIVE MODE',
    ...['messages_search', 'messages_mentioned', 'messages_alert_words'].map(
      (name) => `ALTER INDEX ${name} SET (gin_pending_list_limit = 256)`,
    ),
  ];
}
