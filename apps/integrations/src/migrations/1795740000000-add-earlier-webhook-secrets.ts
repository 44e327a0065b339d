import { ForwardMigration } from '@chat/persistence';

/** Secrets of rotations before the last one, while they sign. A column of its own, because replicas of the former release use the others. */
export class AddEarlierWebhookSecrets1795740000000 extends ForwardMigration {
  readonly statements = [`ALTER TABLE event_webhooks ADD COLUMN earlier_secrets jsonb NOT NULL DEFAULT '[]'`];
}
