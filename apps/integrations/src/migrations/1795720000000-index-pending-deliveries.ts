import { ForwardMigration } from '@chat/persistence';

/** Finds the next deliveries of a webhook without reading or sorting all that wait: by time, and for ordered webhooks by sequence. */
export class IndexPendingDeliveries1795720000000 extends ForwardMigration {
  readonly statements = [
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at, sequence) WHERE state = 'pending'`,
    `CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (webhook_id, sequence) WHERE state = 'pending'`,
    'DROP INDEX webhook_deliveries_pending',
  ];
}
