import { ForwardMigration } from '@chat/persistence';

/** Indexes for narrows on links, images and attachments, which few messages have. */
export class IndexMessageParts1700000000200 extends ForwardMigration {
  readonly statements = ['link', 'image', 'attachment'].map(
    (part) => `CREATE INDEX messages_with_${part} ON messages (recipient_id, id) WHERE has_${part}`,
  );
}
