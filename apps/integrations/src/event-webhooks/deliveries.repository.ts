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

/** With the address and the secrets as of now: a request uses no older ones. */
export type DueDelivery = Pick<
  DeliveryEntity,
  'webhookId' | 'sequence' | 'eventType' | 'payload' | 'occurredAt' | 'attemptCount'
> &
  Pick<WebhookEntity, 'url' | 'sealedSecret' | 'formerSealedSecret' | 'formerSecretUntil'>;

/** Records stay this long. */
const RETENTION_DAYS = 14;
export const DELETED_PER_STATEMENT = 5_000;
/** A delivery keeps its last attempts: it may be replayed again and again. */
const MAX_STORED_ATTEMPTS = 50;

/*
 * Raw SQL: statements about many deliveries, on paths with thousands of them a second.
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
    return this.database.queryPrepared<DueDelivery>(
      `SELECT ${columns}, w.url, w.sealed_secret AS "sealedSecret", w.former_sealed_secret AS "formerSealedSecret",
         w.former_secret_until AS "formerSecretUntil"
       FROM ${pending} d JOIN event_webhooks w ON w.id = d.webhook_id AND w.is_active AND w.is_owner_active
       WHERE d.webhook_id = $1 AND d.state = 'pending' AND d.next_attempt_at <= now() AND d.sequence <> ALL ($2::bigint[])
       ORDER BY d.next_attempt_at, d.sequence LIMIT $3`,
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

  /**
   * Stores the results of attempts with their effect on the webhooks: 410, or nothing but failures for too long, stops a webhook. Returns the
   * ids of the stopped ones.
   */
  record(results: readonly AttemptResult[], disableAfterSeconds: number): Promise<number[]> {
    return this.database.transaction(async (tx) => {
      // The webhooks first, as a deletion does: else both could wait for each other.
      const stopped = await this.noteOutcomes(tx, results, disableAfterSeconds);
      const column = <Key extends keyof AttemptResult>(key: Key) => results.map((result) => result[key]);
      await tx.queryPrepared(
        `UPDATE webhook_deliveries d
         SET state = CASE r.outcome WHEN 'failed' THEN 'pending' ELSE r.outcome END,
           attempts = CASE WHEN jsonb_array_length(d.attempts) < ${MAX_STORED_ATTEMPTS} THEN d.attempts ELSE d.attempts - 0 END
             || r.attempt,
           attempt_count = d.attempt_count + 1,
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
      return stopped;
    });
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

  /** In the order of the webhooks' ids, so that two replicas cannot wait for each other. */
  private async noteOutcomes(tx: Transaction, results: readonly AttemptResult[], disableAfterSeconds: number) {
    const stopped: number[] = [];
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
      const rows = await tx.queryPrepared(
        `UPDATE event_webhooks SET is_active = false, disabled_reason = CASE WHEN $2 THEN 'gone' ELSE 'failing' END
         WHERE id = $1 AND is_active AND ($2 OR failing_since < now() - $3 * interval '1 second') RETURNING id`,
        [id, isGone, disableAfterSeconds],
      );
      if (rows.length > 0) stopped.push(id);
    }
    return stopped;
  }
}

/** A place in an event queue. */
export interface QueuePlace {
  readonly queueId: string | null;
  readonly eventId: number;
  /** Whether the queue has no further events by now. */
  readonly isEnd: boolean;
}

/**
 * Appends events to the deliveries of a webhook and moves its place in the queue. Returns false without effect if the webhook is at another
 * place by now, because another replica has stored them or it has another queue, or if it is stopped.
 */
export async function appendDeliveries(
  tx: Transaction,
  webhook: Pick<WebhookEntity, 'id' | 'queueId' | 'eventId'>,
  events: readonly EventToDeliver[],
  place: QueuePlace,
): Promise<boolean> {
  const [moved] = await tx.queryPrepared<{ lastSequence: number }>(
    `UPDATE event_webhooks SET queue_id = $4, event_id = $5, last_sequence = last_sequence + $6,
       complete_until = CASE WHEN $7::boolean THEN now() ELSE complete_until END
     WHERE id = $1 AND queue_id IS NOT DISTINCT FROM $2 AND event_id = $3 AND is_active AND is_owner_active
     RETURNING last_sequence AS "lastSequence"`,
    [webhook.id, webhook.queueId, webhook.eventId, place.queueId, place.eventId, events.length, place.isEnd],
  );
  if (moved === undefined) return false;
  if (events.length > 0) await insertDeliveries(tx, webhook.id, moved.lastSequence - events.length, events);
  return true;
}

/** Appends a delivery that is no event of the queue. Returns its sequence, or undefined if the webhook is deleted. */
export async function appendExtraDelivery(
  tx: Transaction,
  webhookId: number,
  event: EventToDeliver,
): Promise<number | undefined> {
  const [moved] = await tx.queryPrepared<{ lastSequence: number }>(
    `UPDATE event_webhooks SET last_sequence = last_sequence + 1 WHERE id = $1 RETURNING last_sequence AS "lastSequence"`,
    [webhookId],
  );
  if (moved === undefined) return undefined;
  await insertDeliveries(tx, webhookId, moved.lastSequence - 1, [event]);
  return moved.lastSequence;
}

function insertDeliveries(tx: Transaction, webhookId: number, after: number, events: readonly EventToDeliver[]) {
  return tx.queryPrepared(
    `INSERT INTO webhook_deliveries (webhook_id, sequence, event_type, payload, occurred_at, state, next_attempt_at)
     SELECT $1, $2 + number, event_type, payload, now(), 'pending', now()
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS e (event_type, payload, number)`,
    [webhookId, after, events.map(({ eventType }) => eventType), events.map(({ payload }) => payload)],
  );
}
