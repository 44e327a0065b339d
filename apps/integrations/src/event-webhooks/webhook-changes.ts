import { isDeepStrictEqual } from 'node:util';
import { serviceUnavailable, webhookDoesNotExist } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { appendExtraDelivery } from './append-deliveries.js';
import { OwnerQueues, type QueueFilter } from './following/owner-queues.js';
import { QueueEvents } from './following/queue-events.js';
import { WebhookEntity } from './webhook.entity.js';
import { gapSince } from './webhook-event.js';

/** Of storing a change while other replicas change the webhook, too. */
const MAX_ATTEMPTS = 10;
/**
 * The fields that decide which deliveries are made. A change of one begins a new queue: the next event is in it, and a replica that has the
 * former fields in memory cannot make deliveries of it.
 */
const OF_DELIVERIES = ['eventTypes', 'narrow', 'allPublicStreams', 'applyMarkdown', 'format', 'isOrdered'] as const;

export interface WebhookChange {
  readonly isStop: boolean;
  /** Returns the changed webhook. Throws if the webhook must not be changed so. */
  changed(webhook: WebhookEntity): WebhookEntity;
  /** Makes a queue for the changed webhook. */
  register(filter: QueueFilter): Promise<string>;
}

/**
 * Stores changes of webhooks. One transaction stores a change with its queue, and only if the row is as it was when the queue was
 * registered. So a stored queue always has the filter of its webhook. Otherwise the change begins again with the present row.
 */
@Injectable()
export class WebhookChanges {
  /** By webhook: the end of the last change in this process. */
  private readonly ends = new Map<number, Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly queues: OwnerQueues,
    private readonly queueEvents: QueueEvents,
  ) {}

  /** Changes of one webhook run one after the other. A stop needs no queue, so it does not wait for the queues of other changes. */
  apply(webhook: WebhookEntity, change: WebhookChange): Promise<WebhookEntity> {
    if (change.isStop) return this.applyNow(webhook, change);
    const { id } = webhook;
    const applied = (this.ends.get(id) ?? Promise.resolve()).then(() => this.applyNow(webhook, change));
    const end = applied
      .catch(() => {})
      .finally(() => {
        if (this.ends.get(id) === end) this.ends.delete(id);
      });
    this.ends.set(id, end);
    return applied;
  }

  private async applyNow(webhook: WebhookEntity, change: WebhookChange): Promise<WebhookEntity> {
    const unusedQueueIds = new Set<string | null>();
    let before = await this.database.getRepository(WebhookEntity).findOneBy({ id: webhook.id });
    try {
      for (let attempt = 1; before !== null && attempt <= MAX_ATTEMPTS; attempt++) {
        const wanted = change.changed(before);
        const needsQueue = wanted.isActive && !(before.isActive && hasSame(OF_DELIVERIES, before, wanted));
        // The new queue begins before the former one ends, so the moment of the change may come twice, but nothing is lost.
        const newQueueId = needsQueue ? await change.register(wanted) : null;
        unusedQueueIds.add(newQueueId);
        const isDrained = (wanted.isActive && !needsQueue) || (await this.drain(before, wanted));
        const { row, stored } = await this.store(before, change, newQueueId, isDrained);
        if (stored !== undefined) {
          unusedQueueIds.add(row.queueId).delete(stored.queueId);
          return stored;
        }
        // No further read: so this change is ahead of the next one of the replica that was faster.
        before = row;
      }
      // Each attempt was overtaken by a change of another replica.
      throw before === null ? webhookDoesNotExist() : serviceUnavailable('integrations');
    } finally {
      await Promise.all([...unusedQueueIds].map((queueId) => this.queues.delete({ ...webhook, queueId })));
    }
  }

  /** Stores nothing if the row has changed since `before`, unless the webhook is stopped now and needs no queue. */
  private store(before: WebhookEntity, change: WebhookChange, newQueueId: string | null, isDrained: boolean) {
    return this.database.transaction(async (tx) => {
      const row = await lockWebhook(tx, before.id);
      const changed = change.changed(row);
      const isAsBefore = hasSame([...OF_DELIVERIES, 'queueId', 'isActive'], row, before);
      if (changed.isActive && !isAsBefore) return { row };
      const queueId = changed.isActive ? (newQueueId ?? row.queueId) : null;
      const endsQueue = queueId !== row.queueId;
      const stored = await tx
        .getRepository(WebhookEntity)
        .save({ ...changed, ...(endsQueue && { queueId, eventId: -1 }) });
      const mayLackEvents = row.isActive && endsQueue && !(isAsBefore && isDrained);
      if (mayLackEvents) await appendExtraDelivery(tx, row.id, gapSince(row.completeUntil));
      return { row, stored };
    });
  }

  /** Stores the rest of the events of the present queue. */
  private drain(before: WebhookEntity, wanted: WebhookEntity): Promise<boolean> {
    return this.queueEvents.drain(before).catch((error: unknown) => {
      // A webhook can be stopped even if its queue cannot be read.
      if (!wanted.isActive) return false;
      throw error;
    });
  }
}

export async function lockWebhook(tx: Transaction, id: number): Promise<WebhookEntity> {
  const row = await tx.getRepository(WebhookEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  if (row === null) throw webhookDoesNotExist();
  return row;
}

const hasSame = (fields: readonly (keyof WebhookEntity)[], row: WebhookEntity, other: WebhookEntity): boolean =>
  fields.every((field) => isDeepStrictEqual(row[field], other[field]));
