import type { FetchedQueues, QueueNews } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { appendDeliveries } from '../deliveries.repository.js';
import { WebhookEntity } from '../webhook.entity.js';
import { eventToDeliver } from '../webhook-event.js';
import { OwnerQueues } from './owner-queues.js';

const NOTE_COMPLETE_AFTER_MS = 30_000;
const MAX_DRAIN_ROUNDS = 100;

type Events = Extract<QueueNews, { kind: 'events' }>;

/** Makes deliveries of the events in the queues of webhooks. */
@Injectable()
export class QueueEvents {
  constructor(
    private readonly database: Database,
    private readonly queues: OwnerQueues,
  ) {}

  /** Stores events. Returns the number of deliveries; undefined if the webhook is at another place by now. */
  async append(webhook: WebhookEntity, { entries, more }: Events, bodies: FetchedQueues['bodies']) {
    const events = entries.flatMap(([, body, own]) => {
      const members = own === '' ? (bodies[body] as string) : `${own},${bodies[body]}`;
      return eventToDeliver(webhook, members) ?? [];
    });
    const eventId = entries.at(-1)?.[0] ?? webhook.eventId;
    const place = { queueId: webhook.queueId, eventId, isEnd: more !== true };
    if (!(await this.database.transaction((tx) => appendDeliveries(tx, webhook, events, place)))) return undefined;
    webhook.eventId = eventId;
    return events.length;
  }

  /** Notes that the queues have no further events by now, where a later gap would begin. Seldom, because it is a write. */
  async noteComplete(webhooks: readonly WebhookEntity[]): Promise<void> {
    const now = new Date();
    const isLongAgo = ({ completeUntil }: WebhookEntity) => +now - +completeUntil > NOTE_COMPLETE_AFTER_MS;
    const noted = webhooks.filter(isLongAgo);
    if (noted.length === 0) return;
    await this.database.transaction((tx) =>
      tx.query('UPDATE event_webhooks SET complete_until = now() WHERE id = ANY ($1)', [noted.map(({ id }) => id)]),
    );
    for (const webhook of noted) webhook.completeUntil = now;
  }

  /**
   * Stores the rest of the events of a queue that will end. Returns false if it cannot have all of them, because the queue has ended already
   * or gets more faster than they are read.
   */
  async drain({ id }: Pick<WebhookEntity, 'id'>): Promise<boolean> {
    for (let round = 0; round < MAX_DRAIN_ROUNDS; round++) {
      const webhook = await this.database.getRepository(WebhookEntity).findOneBy({ id });
      if (webhook === null || !webhook.isActive) return true;
      if (webhook.queueId === null) return false;
      if (round === 0) await this.queues.catchUp(webhook);
      const { news, bodies } = await this.queues.fetch([webhook]);
      const found = news[0] as QueueNews;
      if (found.kind === 'nothing') return true;
      if (found.kind === 'unknown queue' || found.kind === 'never issued') return false;
      if (found.kind === 'events') await this.append(webhook, found, bodies);
    }
    return false;
  }
}
