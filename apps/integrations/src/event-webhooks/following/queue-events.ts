import type { FetchedQueues, QueueNews } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { appendDeliveries } from '../append-deliveries.js';
import { WebhookEntity } from '../webhook.entity.js';
import { QueueEvent } from '../webhook-event.js';
import { OwnerQueues } from './owner-queues.js';

const NOTE_COMPLETE_AFTER_MS = 30_000;
const MAX_DRAIN_ROUNDS = 100;

export interface FoundEvents {
  readonly webhook: WebhookEntity;
  readonly news: Extract<QueueNews, { kind: 'events' }>;
}

export const hasEvents = (found: { readonly webhook: WebhookEntity; readonly news: QueueNews }): found is FoundEvents =>
  found.news.kind === 'events' && found.news.entries.length > 0;

/** Makes deliveries of the events in the queues of webhooks. */
@Injectable()
export class QueueEvents {
  constructor(
    private readonly database: Database,
    private readonly queues: OwnerQueues,
  ) {}

  /**
   * Stores the events of one fetch, and moves the webhooks in memory, too. Returns the number of deliveries by webhook; those that are at
   * another place by now are missing.
   */
  async append(found: readonly FoundEvents[], bodies: FetchedQueues['bodies']): Promise<Map<number, number>> {
    const events = new Map<string, QueueEvent>();
    const eventOf = (body: string, own: string) => {
      // By the name of the body, not its text: a fetch may have thousands of entries.
      const key = `${body} ${own}`;
      const known = events.get(key);
      if (known) return known;
      const event = new QueueEvent(own === '' ? (bodies[body] as string) : `${own},${bodies[body]}`);
      events.set(key, event);
      return event;
    };
    const all = found.map(({ webhook, news: { entries, more } }) => ({
      webhook,
      events: entries.flatMap(([, body, own]) => eventOf(body, own).deliveryTo(webhook) ?? []),
      place: { queueId: webhook.queueId, eventId: entries.at(-1)?.[0] ?? webhook.eventId, isEnd: more !== true },
    }));
    const moved = await this.database.transaction((tx) => appendDeliveries(tx, all));
    const stored = all.filter(({ webhook }) => moved.has(webhook.id));
    for (const { webhook, place } of stored) webhook.eventId = place.eventId;
    return new Map(stored.map(({ webhook, events }) => [webhook.id, events.length]));
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
      if (found.kind === 'events') await this.append([{ webhook, news: found }], bodies);
    }
    return false;
  }
}
