import { ForwardMigration } from '@chat/persistence';

/** Replaces the previous page indexes. A migration of its own, because the lock excludes readers for a moment. */
export class ReplacePageIndexes1700000000620 extends ForwardMigration {
  readonly statements = [
    'LOCK TABLE messages IN ACCESS EXCLUSIVE MODE',
    ...['messages_recipient', 'messages_topic'].flatMap((name) => [
      `DROP INDEX ${name}`,
      `ALTER INDEX ${name}_page RENAME TO ${name}`,
    ]),
  ];
}
