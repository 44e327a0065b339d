import { ForwardMigration } from '@chat/persistence';

/** Avatars move to the files service. The table goes one release later. */
export class MoveAvatars1795652000100 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE avatar ADD COLUMN is_moved boolean NOT NULL DEFAULT false',
    'CREATE INDEX avatar_not_moved ON avatar (token, size) WHERE NOT is_moved',
    'CREATE INDEX account_avatar_token ON account (avatar_token) WHERE avatar_token IS NOT NULL',
  ];
}
