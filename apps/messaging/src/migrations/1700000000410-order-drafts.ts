import { ForwardMigration } from '@chat/persistence';

/**
 * Orders drafts against the switch of draft synchronization by the event sequence of the users service, so that neither clocks nor a
 * replica that lags behind matter. `stored_at` remains for replicas of the previous release.
 */
export class OrderDrafts1700000000410 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE drafts ADD COLUMN users_sequence bigint NOT NULL DEFAULT 0',
    'CREATE TABLE drafts_switched_off (user_id bigint PRIMARY KEY, users_sequence bigint NOT NULL)',
  ];
}
