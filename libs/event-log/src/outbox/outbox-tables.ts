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
