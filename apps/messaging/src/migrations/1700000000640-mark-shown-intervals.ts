import { ForwardMigration } from '@chat/persistence';

/**
 * Marks intervals that do not state a subscription but grant access to messages moved to the stream. Replicas of the previous release
 * write none of those.
 */
export class MarkShownIntervals1700000000640 extends ForwardMigration {
  readonly statements = ['ALTER TABLE subscription_intervals ADD COLUMN is_shown boolean NOT NULL DEFAULT false'];
}
