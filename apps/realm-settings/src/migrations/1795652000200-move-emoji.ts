import { ForwardMigration } from '@chat/persistence';

/** Pictures of emoji move to the files service. The table realm_emoji_images goes one release later. */
export class MoveEmoji1795652000200 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE realm_emoji ADD COLUMN image_token text',
    'CREATE INDEX realm_emoji_not_moved ON realm_emoji (id) WHERE image_token IS NULL',
  ];
}
