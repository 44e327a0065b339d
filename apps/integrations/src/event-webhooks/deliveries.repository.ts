import type { DeliveryReplay } from '@chat/contracts';
import { Database, selectedColumns, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { DeliveryEntity, type StoredAttempt } from './delivery.entity.js';
import type { DeliveryCounts } from './shown-webhook.js';
import type { WebhookEntity } from './webhook.entity.js';
import type { WebhookSecrets } from './webhook-secrets.js';

export interface AttemptResult {
  readonly webhookId: number;
  readonly sequence: number;
  /** Attempts before this one. The delivery has another number if it was replayed meanwhile. */
  readonly attemptCount: number;
  readonly attempt: StoredAttempt;
  readonly outcome: 'delivered' | 'failed' | 'dead';
  /** Seconds until the next attempt of a failed one. */
  readonly pauseSeconds: number | null;
}

/** With the address and the secrets as of now: a request uses no older ones. */
export type DueDelivery = Pick<
  DeliveryEntity,
  'webhookId' | 'sequence' | 'eventType' | 'payload' | 'occurredAt' | 'attemptCount'
> &
  Pick<WebhookEntity, 'url'> &
  WebhookSecrets & {
    /** Whether the owner has made it due again. */
    readonly isReplayed: boolean;
  };

export interface ReplaySelection extends Pick<DeliveryReplay, 'state' | 'since' | 'until'> {
  /** Of one delivery; absent: of all. */
  readonly sequence?: number;
}

const REPLAYED_PER_TRANSACTION = 5_000;

/** Records stay this long. */
const RETENTION_DAYS = 14;
export const DELETED_PER_STATEMENT = 5_000;
/** A delivery keeps its last attempts: it may be replayed again and again. */
const MAX_STORED_ATTEMPTS = 50;

/*
 * Raw SQL: statements about many deliveries, on paths with thousands of them a second. Those that read and change single deliveries are planned
 * each time: the table grows from nothing to all events of a flood within seconds, and a plan for few rows would read all of them.
 */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Due deliveries, those that wait longest first, without those `inFlight`. Of an ordered webhook only the oldest pending one, if it is due.
   * None if the webhook is stopped, or its owner is deactivated.
   */
  due({ id, isOrdered }: WebhookEntity, inFlight: readonly number[], limit: number): Promise<DueDelivery[]> {
    const columns = selectedColumns(DeliveryEntity, 'd', ['state', 'attempts', 'nextAttemptAt']);
    const pending = isOrdered
      ? `(SELECT * FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'pending' ORDER BY sequence LIMIT 1)`
      : 'webhook_deliveries';
    return this.database.query<DueDelivery>(
      `SELECT ${columns}, w.url, w.sealed_secret AS "sealedSecret", w.former_sealed_secret AS "formerSealedSecret",
         w.former_secret_until AS "formerSecretUntil", w.earlier_secrets AS "earlierSecrets",
         jsonb_array_length(d.attempts) > d.attempt_count AS "isReplayed"
       FROM ${pending} d JOIN event_webhooks w ON w.id = d.webhook_id AND w.is_active AND w.is_owner_active
       WHERE d.webhook_id = $1 AND d.state = 'pending' AND d.next_attempt_at <= now() AND d.sequence <> ALL ($2::bigint[])
       ORDER BY d.next_attempt_at, d.sequence LIMIT $3`,
      [id, inFlight, limit],
    );
  }

  /** The pending and dead deliveries of each webhook. */
  async counts(ids: readonly number[]): Promise<Map<number, DeliveryCounts>> {
    const rows = await this.database.query<DeliveryCounts & { id: number }>(
      `SELECT w.id,
         (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'pending') AS pending,
         (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'dead') AS dead
       FROM unnest($1::bigint[]) AS w (id)`,
      [ids],
    );
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  /** The webhooks among `ids` with a due delivery. */
  async withDue(ids: readonly number[]): Promise<number[]> {
    const rows = await this.database.queryPrepared<{ id: number }>(
      `SELECT id FROM unnest($1::bigint[]) AS w (id)
       WHERE EXISTS (SELECT 1 FROM webhook_deliveries
         WHERE webhook_id = w.id AND state = 'pending' AND next_attempt_at <= now())`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Stores the results of attempts with their effect on the webhooks: 410, or nothing but failures for too long, stops a webhook. The failure
   * of an attempt does not count for a delivery that was replayed meanwhile: it begins anew. Returns the ids of the stopped ones.
   */
  record(results: readonly AttemptResult[], disableAfterSeconds: number): Promise<number[]> {
    const column = <Key extends keyof AttemptResult>(key: Key) => results.map((result) => result[key]);
    const isReplayed = 'd.attempt_count <> r.attempt_count';
    return this.database.transaction(async (tx) => {
      // The webhooks first, as a deletion does: else both could wait for each other. The condition on the state of a delivery is written so that
      // no index of pending ones fits it: with statistics of a moment without such deliveries, PostgreSQL would read all of them.
      const [stopped] = await Promise.all([
        noteOutcomes(tx, results, disableAfterSeconds),
        tx.query(
          `UPDATE webhook_deliveries d
           SET state = CASE WHEN r.outcome = 'delivered' THEN r.outcome WHEN ${isReplayed} THEN d.state
               WHEN r.outcome = 'failed' THEN 'pending' ELSE r.outcome END,
             attempts = CASE WHEN jsonb_array_length(d.attempts) < ${MAX_STORED_ATTEMPTS} THEN d.attempts ELSE d.attempts - 0 END
               || r.attempt,
             attempt_count = d.attempt_count + CASE WHEN ${isReplayed} THEN 0 ELSE 1 END,
             next_attempt_at = CASE WHEN r.outcome <> 'delivered' AND ${isReplayed} THEN d.next_attempt_at
               ELSE now() + r.pause * interval '1 second' END
           FROM unnest($1::bigint[], $2::bigint[], $3::jsonb[], $4::text[], $5::float8[], $6::integer[])
             AS r (webhook_id, sequence, attempt, outcome, pause, attempt_count)
           WHERE d.webhook_id = r.webhook_id AND d.sequence = r.sequence AND d.state || '' = 'pending'`,
          [
            column('webhookId'),
            column('sequence'),
            results.map(({ attempt }) => JSON.stringify(attempt)),
            column('outcome'),
            column('pauseSeconds'),
            column('attemptCount'),
          ],
        ),
      ]);
      return stopped;
    });
  }

  /**
   * Makes the next selected deliveries behind the sequence `after` due, as if they were new. One transaction for a million of them would keep
   * the results of other attempts waiting. `last`: the highest sequence; null if there was none.
   */
  async replay(webhookId: number, after: number, { state, since, until, sequence }: ReplaySelection) {
    const [row] = await this.database.transaction((tx) =>
      tx.query<{ count: number; last: number | null }>(
        `WITH replayed AS (
           UPDATE webhook_deliveries SET state = 'pending', attempt_count = 0, next_attempt_at = now()
           WHERE webhook_id = $1 AND sequence IN (
             SELECT sequence FROM webhook_deliveries
             WHERE webhook_id = $1 AND sequence > $2 AND ($3 = 'all' OR state = 'dead')
               AND ($4::float8 IS NULL OR occurred_at >= to_timestamp($4))
               AND ($5::float8 IS NULL OR occurred_at <= to_timestamp($5)) AND ($6::bigint IS NULL OR sequence = $6)
             ORDER BY sequence LIMIT ${REPLAYED_PER_TRANSACTION})
           RETURNING sequence)
         SELECT count(*) AS count, max(sequence) AS last FROM replayed`,
        [webhookId, after, state, since ?? null, until ?? null, sequence ?? null],
      ),
    );
    return { count: row?.count ?? 0, last: row?.last ?? null };
  }

  /** Deletes old records. Returns their number. */
  async forgetOld(): Promise<number> {
    const rows = await this.database.transaction((tx) =>
      tx.query(
        `DELETE FROM webhook_deliveries WHERE (webhook_id, sequence) IN (
           SELECT webhook_id, sequence FROM webhook_deliveries
           WHERE state <> 'pending' AND occurred_at < now() - interval '${RETENTION_DAYS} days'
           LIMIT ${DELETED_PER_STATEMENT} FOR UPDATE SKIP LOCKED) RETURNING 1`,
      ),
    );
    return rows.length;
  }
}

/**
 * Notes successes and failures at the webhooks, which are locked in the order of their ids, so that two replicas cannot wait for each other.
 * A further success within a second changes nothing, because the times are shown in seconds, and new events wait for the lock of their
 * webhook. Returns the ids of the webhooks that this stops.
 */
async function noteOutcomes(
  tx: Transaction,
  results: readonly AttemptResult[],
  disableAfterSeconds: number,
): Promise<number[]> {
  const byWebhook = new Map<number, AttemptResult[]>();
  for (const result of results) {
    const own = byWebhook.get(result.webhookId);
    if (own) own.push(result);
    else byWebhook.set(result.webhookId, [result]);
  }
  const lists = [...byWebhook.values()];
  const failuresIn = (own: readonly AttemptResult[]) =>
    own.length - 1 - own.findLastIndex(({ outcome }) => outcome === 'delivered');
  const rows = await tx.queryPrepared<{ id: number; isStopped: boolean }>(
    `UPDATE event_webhooks w SET
       last_success_at = CASE WHEN n.has_success THEN now() ELSE w.last_success_at END,
       last_failure_at = CASE WHEN n.failures > 0 THEN now() ELSE w.last_failure_at END,
       failing_since = n.failing_since,
       consecutive_failures = n.failures + CASE WHEN n.has_success THEN 0 ELSE w.consecutive_failures END,
       is_active = w.is_active AND NOT n.is_stopped,
       disabled_reason = CASE WHEN n.is_stopped THEN n.reason ELSE w.disabled_reason END
     FROM (
       SELECT *, is_active AND (is_gone OR coalesce(failing_since < now() - $5 * interval '1 second', false)) AS is_stopped,
         CASE WHEN is_gone THEN 'gone' ELSE 'failing' END AS reason
       FROM (
         SELECT l.id, l.is_active, r.has_success, r.failures, r.is_gone,
           CASE WHEN r.failures = 0 THEN NULL WHEN r.has_success OR l.failing_since IS NULL THEN now() ELSE l.failing_since END
             AS failing_since
         FROM unnest($1::bigint[], $2::boolean[], $3::integer[], $4::boolean[]) AS r (webhook_id, has_success, failures, is_gone)
         JOIN event_webhooks l ON l.id = r.webhook_id
         WHERE r.failures > 0 OR l.consecutive_failures > 0 OR l.failing_since IS NOT NULL OR l.last_success_at IS NULL
           OR l.last_success_at < now() - interval '1 second'
         ORDER BY l.id FOR NO KEY UPDATE OF l
       ) locked
     ) n
     WHERE w.id = n.id RETURNING w.id, n.is_stopped AS "isStopped"`,
    [
      [...byWebhook.keys()],
      lists.map((own) => own.some(({ outcome }) => outcome === 'delivered')),
      lists.map(failuresIn),
      lists.map((own) => own.some(({ attempt }) => attempt.status === 410)),
      disableAfterSeconds,
    ],
  );
  return rows.filter(({ isStopped }) => isStopped).map(({ id }) => id);
}
