/**
 * The two tables of a service's outbox, for its first migration. `outbox_head` has one row per realm. Its lock makes sequences follow
 * the order of commits.
 */
export const OUTBOX_TABLES = [
  `CREATE TABLE outbox_head (
     realm_id bigint PRIMARY KEY,
     sequence bigint NOT NULL
   ) WITH (fillfactor = 50)`,
  `CREATE TABLE outbox (
     realm_id bigint NOT NULL,
     sequence bigint NOT NULL,
     type text NOT NULL,
     payload text NOT NULL,
     recorded_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (realm_id, sequence)
   )`,
  'CREATE INDEX outbox_recorded_at ON outbox (recorded_at)',
] as const;

/** For a later migration: `recorded_at` of the realm's last event. A former release does not set it. */
export const OUTBOX_IDENTITIES = ['ALTER TABLE outbox_head ADD COLUMN recorded_at timestamptz'] as const;

/**
 * SQL of an event's identity: the microsecond of its transaction. If PostgreSQL lost an event and gave its sequence to another one, their
 * identities differ. It costs the outbox nothing, because its rows have the time anyway.
 */
export const eventIdentity = (recordedAt: string): string => `(extract(epoch FROM ${recordedAt}) * 1000000)::bigint`;
