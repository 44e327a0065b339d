import { ForwardMigration } from '@chat/persistence';

/** A bigint holds every time that a client may give. */
export class EndsOfStatuses1795730000100 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE user_status ADD COLUMN ends_at_seconds bigint',
    'CREATE INDEX user_status_end ON user_status (ends_at_seconds) WHERE ends_at_seconds IS NOT NULL',
  ];
}
