import { ForwardMigration } from '@chat/persistence';

/** Event webhooks with their place in an event queue, and the deliveries of their events. */
export class CreateEventWebhooks1795710000000 extends ForwardMigration {
  readonly statements = [
    // queue_id: null if a queue must be registered. event_id: the last event of the queue that is stored as a delivery.
    // complete_until: all events up to this time are deliveries.
    `CREATE TABLE event_webhooks (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       realm_id bigint NOT NULL,
       owner_id bigint NOT NULL,
       url text NOT NULL,
       description text NOT NULL,
       event_types text[] NOT NULL,
       narrow jsonb NOT NULL,
       all_public_streams boolean NOT NULL,
       apply_markdown boolean NOT NULL,
       format text NOT NULL,
       is_ordered boolean NOT NULL,
       sealed_secret bytea NOT NULL,
       former_sealed_secret bytea,
       former_secret_until timestamptz,
       is_active boolean NOT NULL DEFAULT true,
       disabled_reason text,
       created_at timestamptz NOT NULL DEFAULT now(),
       last_success_at timestamptz,
       last_failure_at timestamptz,
       failing_since timestamptz,
       consecutive_failures integer NOT NULL DEFAULT 0,
       last_sequence bigint NOT NULL DEFAULT 0,
       queue_id text,
       event_id bigint NOT NULL DEFAULT -1,
       complete_until timestamptz NOT NULL DEFAULT now(),
       is_owner_active boolean NOT NULL DEFAULT true,
       owner_notified_on date
     )`,
    'CREATE INDEX event_webhooks_owner ON event_webhooks (realm_id, owner_id, id)',
    `CREATE TABLE webhook_deliveries (
       webhook_id bigint NOT NULL REFERENCES event_webhooks ON DELETE CASCADE,
       sequence bigint NOT NULL,
       event_type text NOT NULL,
       payload text NOT NULL,
       occurred_at timestamptz NOT NULL,
       state text NOT NULL,
       attempts jsonb NOT NULL DEFAULT '[]',
       attempt_count integer NOT NULL DEFAULT 0,
       next_attempt_at timestamptz,
       PRIMARY KEY (webhook_id, sequence)
     )`,
    `CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'pending'`,
    `CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (webhook_id, sequence) WHERE state = 'dead'`,
    `CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (occurred_at) WHERE state <> 'pending'`,
    // A bucket is a share of the webhooks, by id. Its holder reads their queues and sends their deliveries.
    `CREATE TABLE webhook_buckets (
       bucket integer PRIMARY KEY,
       holder text,
       held_until timestamptz
     )`,
    'INSERT INTO webhook_buckets SELECT generate_series(0, 15)',
    'CREATE TABLE webhook_followers (instance text PRIMARY KEY, alive_until timestamptz NOT NULL)',
  ];
}
