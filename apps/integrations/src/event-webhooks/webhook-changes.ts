import { isDeepStrictEqual } from 'node:util';
import { webhookDoesNotExist } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { appendExtraDelivery } from './append-deliveries.js';
import { OwnerQueues, type QueueFilter } from './following/owner-queues.js';
import { QueueEvents } from './following/queue-events.js';
import { WebhookEntity } from './webhook.entity.js';
import { gapSince } from './webhook-event.js';

/** Of storing a change while other replicas give the webhook new queues. The last one reports a gap in place of the events of such a queue. */
const MAX_ATTEMPTS = 10;

/** A queue that a webhook shall have, and the filter that it was registered with. */
interface NewQueue {
  readonly queueId: string;
  readonly filter: QueueFilter;
}

export interface WebhookChange {
  readonly fields: Partial<WebhookEntity>;
  readonly newQueue?: NewQueue | undefined;
  /** The new queue replaces only this one. */
  readonly formerQueueId?: string;
}

interface Waiting {
  readonly change: WebhookChange;
  readonly resolve: (stored: WebhookEntity) => void;
  readonly reject: (error: unknown) => void;
}

/** Stores changes of webhooks and their queues. Simultaneous changes of one webhook all apply to the queue that it has in the end. */
@Injectable()
export class WebhookChanges {
  /** By webhook, while changes of it are stored. */
  private readonly waiting = new Map<number, Waiting[]>();

  constructor(
    private readonly database: Database,
    private readonly queues: OwnerQueues,
    private readonly queueEvents: QueueEvents,
  ) {}

  /** Stores the change. `register` makes a queue with the present filter of the webhook. */
  async apply(
    webhook: WebhookEntity,
    change: WebhookChange,
    register: (filter: QueueFilter) => Promise<string>,
  ): Promise<WebhookEntity> {
    let row = await this.store(webhook, change);
    let { newQueue } = change;
    // The queue lacks fields that other requests stored meanwhile. The request with the last queue registers it again with all fields.
    while (newQueue !== undefined && row.queueId === newQueue.queueId && !hasFilter(row, newQueue.filter)) {
      const formerQueueId = newQueue.queueId;
      newQueue = { queueId: await register(row), filter: row };
      row = await this.store(webhook, { fields: {}, newQueue, formerQueueId });
    }
    return row;
  }

  private async store(webhook: WebhookEntity, change: WebhookChange): Promise<WebhookEntity> {
    let unusedQueueId = change.newQueue?.queueId ?? null;
    try {
      const row = await this.storeInBatch(webhook.id, change);
      if (row.queueId === unusedQueueId) unusedQueueId = null;
      return row;
    } finally {
      await this.queues.delete({ ...webhook, queueId: unusedQueueId });
    }
  }

  /** Changes of one webhook that arrive while earlier ones are stored wait, and are then stored in one transaction. */
  private storeInBatch(id: number, change: WebhookChange): Promise<WebhookEntity> {
    return new Promise((resolve, reject) => {
      const waiting = this.waiting.get(id);
      if (waiting !== undefined) {
        waiting.push({ change, resolve, reject });
        return;
      }
      this.waiting.set(id, [{ change, resolve, reject }]);
      void this.storeWaiting(id);
    });
  }

  private async storeWaiting(id: number): Promise<void> {
    for (let batch = this.waiting.get(id) ?? []; batch.length > 0; batch = this.waiting.get(id) ?? []) {
      this.waiting.set(id, []);
      const changes = batch.map(({ change }) => change);
      await this.storeAll(id, changes).then(
        (row) => batch.forEach(({ resolve }) => void resolve(row)),
        (error) => batch.forEach(({ reject }) => void reject(error)),
      );
    }
    this.waiting.delete(id);
  }

  private async storeAll(id: number, changes: readonly WebhookChange[]): Promise<WebhookEntity> {
    for (let attempt = 1; ; attempt++) {
      const stored = await this.tryToStore(id, changes, attempt === MAX_ATTEMPTS);
      if (stored === undefined) continue;
      await this.queues.delete({ ...stored.row, queueId: stored.endedQueueId });
      return stored.row;
    }
  }

  /** Undefined if another replica has given the webhook a new queue meanwhile: the events of that queue are not stored yet. */
  private async tryToStore(
    id: number,
    changes: readonly WebhookChange[],
    isLast: boolean,
  ): Promise<{ row: WebhookEntity; endedQueueId: string | null } | undefined> {
    const before = await this.database.getRepository(WebhookEntity).findOneBy({ id });
    if (before === null) throw webhookDoesNotExist();
    const mayEndQueue = changes.some(({ fields, newQueue }) => newQueue !== undefined || fields.isActive === false);
    const isDrained = !mayEndQueue || (await this.drain(before, changes));
    return this.database.transaction(async (tx) => {
      const row = await lockWebhook(tx, id);
      const { queueId, completeUntil } = row;
      const isOther = queueId !== before.queueId;
      if (mayEndQueue && isOther && !isLast) return undefined;
      for (const change of changes) applyTo(row, change);
      const endsQueue = row.queueId !== queueId;
      await tx.getRepository(WebhookEntity).save(row);
      if (endsQueue && (isOther || !isDrained)) await appendExtraDelivery(tx, id, gapSince(completeUntil));
      const stored = await tx.getRepository(WebhookEntity).findOneByOrFail({ id });
      return { row: stored, endedQueueId: endsQueue ? queueId : null };
    });
  }

  /** Stores the rest of the events of the present queue. */
  private drain(before: WebhookEntity, changes: readonly WebhookChange[]): Promise<boolean> {
    return this.queueEvents.drain(before).catch((error: unknown) => {
      // A webhook can be stopped even if its queue cannot be read.
      if (changes.some(({ fields }) => fields.isActive === false)) return false;
      throw error;
    });
  }
}

function applyTo(row: WebhookEntity, { fields, newQueue, formerQueueId }: WebhookChange): void {
  Object.assign(row, fields);
  if (newQueue === undefined || !row.isActive) return;
  if (formerQueueId !== undefined && formerQueueId !== row.queueId) return;
  Object.assign(row, { queueId: newQueue.queueId, eventId: -1 });
}

export async function lockWebhook(tx: Transaction, id: number): Promise<WebhookEntity> {
  const row = await tx.getRepository(WebhookEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  if (row === null) throw webhookDoesNotExist();
  return row;
}

const filterOf = ({ eventTypes, narrow, allPublicStreams, applyMarkdown }: QueueFilter) => ({
  eventTypes,
  narrow,
  allPublicStreams,
  applyMarkdown,
});

const hasFilter = (row: WebhookEntity, filter: QueueFilter): boolean =>
  isDeepStrictEqual(filterOf(row), filterOf(filter));
