import { Database, selectedColumns, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { DeliveryEntity, type StoredAttempt } from './delivery.entity.js';
import { WebhookEntity } from './webhook.entity.js';
import type { EventToDeliver } from './webhook-event.js';

/** The result of an attempt. */
export interface AttemptResult {
  readonly webhookId: number;
  readonly sequence: number;
  readonly attempt: StoredAttempt;
  readonly outcome: 'delivered' | 'failed' | 'dead';
  /** Seconds until the next attempt of a failed one. */
  readonly pauseSeconds: number | null;
}

export type DueDelivery = Pick<
  DeliveryEntity,
  'webhookId' | 'sequence' | 'eventType' | 'payload' | 'occurredAt' | 'attemptCount'
>;

/** Records stay this long. */
const RETENTION_DAYS = 14;
export const DELETED_PER_STATEMENT = 5_000;

/*
 * Raw SQL: statements about many deliveries, on paths with thousands of them a second.
 */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Due deliveries, oldest first, without those `inFlight`. Of an ordered webhook only the oldest pending one, if it is due. */
  due({ id, isOrdered }: WebhookEntity, inFlight: readonly number[], limit: number): Promise<DueDelivery[]> {
    const columns = selectedColumns(DeliveryEntity, 'd', ['state', 'attempts', 'nextAttemptAt']);
    const pending = isOrdered
      ? `(SELECT * FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'pending' ORDER BY sequence LIMIT 1)`
      : 'webhook_deliveries';
    return this.database.queryPrepared<DueDelivery>(
      `SELECT ${columns} FROM ${pending} d
       WHERE webhook_id = $1 AND state = 'pending' AND next_attempt_at <= now() AND sequence <> ALL ($2::bigint[])
       ORDER BY sequence LIMIT $3`,
      [id, inFlight, limit],
    );
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

  /** Stores the results of attempts with their effect on the webhooks: 410, or nothing but failures for too long, stops a webhook. */
  record(results: readonly AttemptResult[], disableAfterSeconds: number): Promise<void> {
    return this.database.transaction(async (tx) => {
      const column = <Key extends keyof AttemptResult>(key: Key) => results.map((result) => result[key]);
      await tx.queryPrepared(
        `UPDATE webhook_deliveries d
         SET state = CASE r.outcome WHEN 'failed' THEN 'pending' ELSE r.outcome END,
           attempts = d.attempts || r.attempt, attempt_count = d.attempt_count + 1,
           next_attempt_at = now() + r.pause * interval '1 second'
         FROM unnest($1::bigint[], $2::bigint[], $3::jsonb[], $4::text[], $5::float8[])
           AS r (webhook_id, sequence, attempt, outcome, pause)
         WHERE d.webhook_id = r.webhook_id AND d.sequence = r.sequence AND d.state = 'pending'`,
        [
          column('webhookId'),
          column('sequence'),
          results.map(({ attempt }) => JSON.stringify(attempt)),
          column('outcome'),
          column('pauseSeconds'),
        ],
      );
      await this.noteOutcomes(tx, results, disableAfterSeconds);
    });
  }

  /** Deletes old records. Returns their number. */
  async forgetOld(): Promise<number> {
    const rows = await this.database.transaction((tx) =>
      tx.query(
        `DELETE FROM webhook_deliveries WHERE (webhook_id, sequence) IN (
           SELECT webhook_id, sequence FROM webhook_deliveries
           WHERE state <> 'pending' AND occurred_at < now() - interval '${RETENTION_DAYS} days'
           LIMIT ${DELETED_PER_STATEMENT}) RETURNING 1`,
      ),
    );
    return rows.length;
  }

  /** In the order of the webhooks' ids, so that two replicas cannot wait for each other. */
  private async noteOutcomes(tx: Transaction, results: readonly AttemptResult[], disableAfterSeconds: number) {
    const ids = [...new Set(results.map(({ webhookId }) => webhookId))].sort((a, b) => a - b);
    for (const id of ids) {
      const own = results.filter(({ webhookId }) => webhookId === id);
      const last = own.findLastIndex(({ outcome }) => outcome === 'delivered');
      const failures = own.length - 1 - last;
      const isGone = own.some(({ attempt }) => attempt.status === 410);
      await tx.queryPrepared(
        `UPDATE event_webhooks SET
           last_success_at = CASE WHEN $2 THEN now() ELSE last_success_at END,
           last_failure_at = CASE WHEN $3 > 0 THEN now() ELSE last_failure_at END,
           failing_since = CASE WHEN $3 = 0 THEN NULL WHEN $2 OR failing_since IS NULL THEN now() ELSE failing_since END,
           consecutive_failures = $3 + CASE WHEN $2 THEN 0 ELSE consecutive_failures END
         WHERE id = $1`,
        [id, last >= 0, failures],
      );
      await tx.queryPrepared(
        `UPDATE event_webhooks SET is_active = false, disabled_reason = CASE WHEN $2 THEN 'gone' ELSE 'failing' END
         WHERE id = $1 AND is_active AND ($2 OR failing_since < now() - $3 * interval '1 second')`,
        [id, isGone, disableAfterSeconds],
      );
    }
  }
}

/**
 * Appends events to the deliveries of a webhook and moves its place in the queue. Returns false without effect if the webhook is at another
 * place by now, because another replica has stored them or it has another queue, or if it is stopped.
 */
export async function appendDeliveries(
  tx: Transaction,
  webhook: Pick<WebhookEntity, 'id' | 'queueId' | 'eventId'>,
  events: readonly EventToDeliver[],
  place: { readonly queueId: string | null; readonly eventId: number } = { ...webhook },
): Promise<boolean> {
  const [moved] = await tx.queryPrepared<{ lastSequence: number }>(
    `UPDATE event_webhooks SET queue_id = $4, event_id = $5, last_sequence = last_sequence + $6, complete_until = now()
     WHERE id = $1 AND queue_id IS NOT DISTINCT FROM $2 AND event_id = $3 AND is_active AND is_owner_active
     RETURNING last_sequence AS "lastSequence"`,
    [webhook.id, webhook.queueId, webhook.eventId, place.queueId, place.eventId, events.length],
  );
  if (moved === undefined) return false;
  if (events.length > 0) await insertDeliveries(tx, webhook.id, moved.lastSequence - events.length, events);
  return true;
}

/** Appends a delivery that is no event of the queue, and returns its sequence. */
export async function appendExtraDelivery(tx: Transaction, webhookId: number, event: EventToDeliver): Promise<number> {
  const [moved] = await tx.queryPrepared<{ lastSequence: number }>(
    `UPDATE event_webhooks SET last_sequence = last_sequence + 1 WHERE id = $1 RETURNING last_sequence AS "lastSequence"`,
    [webhookId],
  );
  const sequence = (moved as { lastSequence: number }).lastSequence;
  await insertDeliveries(tx, webhookId, sequence - 1, [event]);
  return sequence;
}

function insertDeliveries(tx: Transaction, webhookId: number, after: number, events: readonly EventToDeliver[]) {
  return tx.queryPrepared(
    `INSERT INTO webhook_deliveries (webhook_id, sequence, event_type, payload, occurred_at, state, next_attempt_at)
     SELECT $1, $2 + number, event_type, payload, now(), 'pending', now()
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS e (event_type, payload, number)`,
    [webhookId, after, events.map(({ eventType }) => eventType), events.map(({ payload }) => payload)],
  );
}
