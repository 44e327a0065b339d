import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

/** Shares of the webhooks, by id: as many as rows in `webhook_buckets`. */
export const BUCKETS = 16;
const LEASE_SECONDS = 12;

/*
 * Raw SQL: rows are taken with SKIP LOCKED, by the clock of the database.
 */

/** Leases of buckets. A replica that stops renewing loses its buckets after some seconds. */
@Injectable()
export class BucketsRepository {
  constructor(private readonly database: Database) {}

  /** Renews, takes and gives back, so that each live replica has the same number of buckets. Returns those of this replica. */
  hold(instance: string): Promise<number[]> {
    return this.database.transaction(async (tx) => {
      const [{ replicas } = { replicas: 1 }] = await tx.query<{ replicas: number }>(
        `WITH alive AS (
           INSERT INTO webhook_followers (instance, alive_until) VALUES ($1, now() + $2 * interval '1 second')
           ON CONFLICT (instance) DO UPDATE SET alive_until = excluded.alive_until
         ), gone AS (
           DELETE FROM webhook_followers WHERE alive_until < now() AND instance <> $1
         )
         SELECT count(*)::int + 1 AS replicas FROM webhook_followers WHERE alive_until >= now() AND instance <> $1`,
        [instance, LEASE_SECONDS],
      );
      const rows = await tx.query<{ bucket: number }>(
        `WITH free AS (
           SELECT bucket FROM webhook_buckets WHERE holder = $1 OR holder IS NULL OR held_until < now()
           ORDER BY (holder = $1) IS NOT TRUE, bucket LIMIT $3 FOR UPDATE SKIP LOCKED
         ), given AS (
           UPDATE webhook_buckets SET holder = NULL WHERE holder = $1 AND bucket NOT IN (SELECT bucket FROM free)
         )
         UPDATE webhook_buckets b SET holder = $1, held_until = now() + $2 * interval '1 second'
         FROM free WHERE b.bucket = free.bucket RETURNING b.bucket`,
        [instance, LEASE_SECONDS, Math.ceil(BUCKETS / replicas)],
      );
      return rows.map(({ bucket }) => bucket);
    });
  }

  /** Before the replica stops, so that others go on at once. */
  async release(instance: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('DELETE FROM webhook_followers WHERE instance = $1', [instance]);
      await tx.query('UPDATE webhook_buckets SET holder = NULL WHERE holder = $1', [instance]);
    });
  }
}
