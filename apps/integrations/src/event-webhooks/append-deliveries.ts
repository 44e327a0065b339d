import type { Transaction } from '@chat/persistence';
import type { WebhookEntity } from './webhook.entity.js';
import type { EventToDeliver } from './webhook-event.js';

/*
 * Raw SQL: one statement about many webhooks or deliveries, on a path with thousands of events a second.
 */

export interface QueuePlace {
  readonly queueId: string | null;
  readonly eventId: number;
  /** Whether the queue has no further events by now. */
  readonly isEnd: boolean;
}

/** Events of the queue of a webhook, and the place after them. */
export interface NewDeliveries {
  readonly webhook: Pick<WebhookEntity, 'id' | 'queueId' | 'eventId'>;
  readonly events: readonly EventToDeliver[];
  readonly place: QueuePlace;
}

/** Deliveries of one webhook with the sequences after `after`. */
interface NumberedEvents {
  readonly webhookId: number;
  readonly after: number;
  readonly events: readonly EventToDeliver[];
}

/**
 * Appends events to the deliveries of webhooks and moves their places in the queues. Returns the ids of these webhooks. The others are as
 * before: they are at another place by now, because another replica has stored the events or they have another queue, or they are stopped.
 */
export async function appendDeliveries(tx: Transaction, all: readonly NewDeliveries[]): Promise<Set<number>> {
  // Locked in the order of the ids, so that two transactions with the same webhooks cannot wait for each other.
  const moved = await tx.queryPrepared<{ id: number; lastSequence: number }>(
    `UPDATE event_webhooks w SET queue_id = p.new_queue_id, event_id = p.new_event_id, last_sequence = w.last_sequence + p.events,
       complete_until = CASE WHEN p.is_end THEN now() ELSE w.complete_until END
     FROM (SELECT p.* FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::boolean[])
         AS p (webhook_id, queue_id, event_id, new_queue_id, new_event_id, events, is_end)
       JOIN event_webhooks l ON l.id = p.webhook_id ORDER BY l.id FOR NO KEY UPDATE OF l) p
     WHERE w.id = p.webhook_id AND w.queue_id IS NOT DISTINCT FROM p.queue_id AND w.event_id = p.event_id
       AND w.is_active AND w.is_owner_active
     RETURNING w.id, w.last_sequence AS "lastSequence"`,
    [
      all.map(({ webhook }) => webhook.id),
      all.map(({ webhook }) => webhook.queueId),
      all.map(({ webhook }) => webhook.eventId),
      all.map(({ place }) => place.queueId),
      all.map(({ place }) => place.eventId),
      all.map(({ events }) => events.length),
      all.map(({ place }) => place.isEnd),
    ],
  );
  const lastSequences = new Map(moved.map(({ id, lastSequence }) => [id, lastSequence]));
  await insertDeliveries(
    tx,
    all.flatMap(({ webhook, events }) => {
      const last = lastSequences.get(webhook.id);
      return last === undefined ? [] : { webhookId: webhook.id, after: last - events.length, events };
    }),
  );
  return new Set(lastSequences.keys());
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
  await insertDeliveries(tx, [{ webhookId, after: moved.lastSequence - 1, events: [event] }]);
  return moved.lastSequence;
}

/** Webhooks with the same event share its text in the statement. */
async function insertDeliveries(tx: Transaction, all: readonly NumberedEvents[]): Promise<void> {
  const targets = new Map<EventToDeliver, { readonly webhookIds: number[]; readonly sequences: number[] }>();
  for (const { webhookId, after, events } of all) {
    for (const [index, event] of events.entries()) {
      const known = targets.get(event) ?? { webhookIds: [], sequences: [] };
      known.webhookIds.push(webhookId);
      known.sequences.push(after + index + 1);
      targets.set(event, known);
    }
  }
  if (targets.size === 0) return;
  const events = [...targets.keys()];
  const list = (numbers: readonly number[]) => `{${numbers.join(',')}}`;
  await tx.queryPrepared(
    `INSERT INTO webhook_deliveries (webhook_id, sequence, event_type, payload, occurred_at, state, next_attempt_at)
     SELECT t.webhook_id, t.sequence, e.event_type, e.payload, now(), 'pending', now()
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS e (event_type, payload, webhook_ids, sequences),
       unnest(e.webhook_ids::bigint[], e.sequences::bigint[]) AS t (webhook_id, sequence)`,
    [
      events.map(({ eventType }) => eventType),
      events.map(({ payload }) => payload),
      [...targets.values()].map(({ webhookIds }) => list(webhookIds)),
      [...targets.values()].map(({ sequences }) => list(sequences)),
    ],
  );
}
