import {
  EVENT_EPOCHS_CHANNEL,
  eventShardChannel,
  eventShardOf,
  type FetchedQueues,
  MAX_QUEUES_PER_FETCH,
  parseEventShardNotice,
  type QueueNews,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { appendDeliveries } from '../deliveries.repository.js';
import { DeliverySender } from '../sending/delivery-sender.js';
import { WebhookEntity } from '../webhook.entity.js';
import { eventToDeliver } from '../webhook-event.js';
import { BUCKETS, BucketsRepository } from './buckets.repository.js';
import { OwnerQueues } from './owner-queues.js';

const RENEW_EVERY_MS = 3_000;
/** An event queue ends some minutes after its last fetch. */
const FETCH_ALL_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 1_000;
const MAX_DRAIN_ROUNDS = 100;

type Entries = Extract<QueueNews, { kind: 'events' }>['entries'];

/**
 * Follows the event queues of the webhooks in the buckets of this replica: stores each event as a delivery, together with the place in the
 * queue, and has the sender deliver it. Another replica may store the same events; then only one of both moves the place.
 */
@Injectable()
export class WebhookFollower implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly webhooks = new Map<number, WebhookEntity>();
  private readonly idsByQueue = new Map<string, number>();
  private readonly changed = new Set<number>();
  private readonly logger: Logger;
  private subscriber: Redis | undefined;
  private subscribed = new Set<number>();
  private fetching: Promise<void> | undefined;
  private isStopping = false;
  private lastFetchOfAllMs = 0;

  constructor(
    private readonly database: Database,
    private readonly buckets: BucketsRepository,
    private readonly queues: OwnerQueues,
    private readonly sender: DeliverySender,
    private readonly jobs: RepeatedJobs,
    private readonly resources: ServiceResources,
  ) {
    this.logger = resources.logger;
    resources.beforeStop(() => this.stop());
  }

  onApplicationBootstrap(): void {
    this.jobs.start({ name: 'follow webhooks', everyMs: RENEW_EVERY_MS, firstAfterMs: 100, run: () => this.renew() });
  }

  onModuleDestroy(): void {
    this.subscriber?.disconnect();
  }

  /** Looks for news of all followed webhooks, renews the leases, and begins with webhooks that are new. */
  async renew(): Promise<void> {
    if (this.isStopping) return;
    const { instance } = this.resources.settings;
    // Without webhooks the replica leases nothing.
    const hasWebhooks = await this.database.getRepository(WebhookEntity).existsBy({ isActive: true });
    const held = hasWebhooks ? await this.buckets.hold(instance) : [];
    const rows = held.length === 0 ? [] : await this.load(held);
    this.replace(rows);
    await this.subscribe();
    const nowMs = performance.now();
    const isDue = nowMs - this.lastFetchOfAllMs > FETCH_ALL_EVERY_MS;
    if (isDue) this.lastFetchOfAllMs = nowMs;
    for (const { id, queueId } of rows) if (isDue || queueId === null) this.changed.add(id);
    this.fetchSoon();
    await this.sender.follow([...this.webhooks.values()]);
  }

  /** For a webhook that a request has changed. Other replicas see the change at their next renewal. */
  renewSoon(): void {
    this.renew().catch((err: unknown) => this.logger.warn({ err }, 'Webhooks could not be read after a change'));
  }

  /** Stores the rest of the events of a queue that will be replaced. */
  async drain({ id }: Pick<WebhookEntity, 'id'>): Promise<void> {
    for (let round = 0; round < MAX_DRAIN_ROUNDS; round++) {
      const webhook = await this.database.getRepository(WebhookEntity).findOneBy({ id });
      if (webhook === null || webhook.queueId === null) return;
      const { news, bodies } = await this.queues.fetch([webhook]);
      const [found] = news;
      if (found?.kind !== 'events' || found.entries.length === 0) return;
      await this.append(webhook, found.entries, bodies);
    }
  }

  private load(held: readonly number[]): Promise<WebhookEntity[]> {
    return this.database
      .getRepository(WebhookEntity)
      .createQueryBuilder('w')
      .where('w.isActive AND w.isOwnerActive AND w.id % :buckets IN (:...held)', { buckets: BUCKETS, held })
      .getMany();
  }

  /** The stored place of a webhook counts, unless this replica has moved it meanwhile. */
  private replace(rows: readonly WebhookEntity[]): void {
    const before = new Map(this.webhooks);
    this.webhooks.clear();
    this.idsByQueue.clear();
    for (const row of rows) {
      const known = before.get(row.id);
      const isAhead = known !== undefined && known.queueId === row.queueId && known.eventId > row.eventId;
      const webhook = isAhead ? Object.assign(row, { eventId: known.eventId }) : row;
      this.webhooks.set(row.id, webhook);
      if (webhook.queueId !== null) this.idsByQueue.set(webhook.queueId, row.id);
      if (known === undefined || known.queueId !== row.queueId) this.changed.add(row.id);
    }
  }

  private async subscribe(): Promise<void> {
    const wanted = new Set([...this.webhooks.values()].map(({ ownerId }) => eventShardOf(ownerId)));
    if (wanted.size === 0 && this.subscriber === undefined) return;
    this.subscriber ??= this.listen();
    const added = [...wanted].filter((shard) => !this.subscribed.has(shard));
    const removed = [...this.subscribed].filter((shard) => !wanted.has(shard));
    if (added.length > 0) await this.subscriber.subscribe(...added.map(eventShardChannel));
    if (removed.length > 0) await this.subscriber.unsubscribe(...removed.map(eventShardChannel));
    this.subscribed = wanted;
    // Events from before the subscription have no notice.
    for (const [id, { ownerId }] of this.webhooks) if (added.includes(eventShardOf(ownerId))) this.changed.add(id);
  }

  private listen(): Redis {
    const subscriber = this.resources.connect('webhooks');
    const all = () => {
      for (const id of this.webhooks.keys()) this.changed.add(id);
      this.fetchSoon();
    };
    subscriber.on('ready', all);
    subscriber.on('message', (channel, text) => (channel === EVENT_EPOCHS_CHANNEL ? all() : this.onNotice(text)));
    void subscriber.subscribe(EVENT_EPOCHS_CHANNEL).catch(() => {});
    return subscriber;
  }

  private onNotice(text: string): void {
    const notice = parseEventShardNotice(text);
    if (notice.kind === 'superseded') return;
    const pushed = notice.kind === 'events' ? notice.queues.map(({ queueId }) => queueId) : [];
    for (const queueId of [...pushed, ...notice.queueIds]) {
      const id = this.idsByQueue.get(queueId);
      if (id !== undefined) this.changed.add(id);
    }
    this.fetchSoon();
  }

  private fetchSoon(): void {
    if (this.changed.size === 0 || this.isStopping) return;
    this.fetching ??= this.fetchChanged().finally(() => {
      this.fetching = undefined;
      this.fetchSoon();
    });
  }

  private async fetchChanged(): Promise<void> {
    const ids = [...this.changed].slice(0, MAX_QUEUES_PER_FETCH);
    for (const id of ids) this.changed.delete(id);
    const webhooks = ids.flatMap((id) => this.webhooks.get(id) ?? []);
    try {
      const lost = webhooks.filter(({ queueId }) => queueId === null);
      const followed = webhooks.filter(({ queueId }) => queueId !== null);
      if (followed.length > 0) {
        const { news, bodies } = await this.queues.fetch(followed);
        await Promise.all(followed.map((webhook, n) => this.store(webhook, news[n] as QueueNews, bodies)));
        if (followed.length === this.webhooks.size) await this.noteComplete(followed);
      }
      for (const webhook of lost) await this.registerAgain(webhook);
    } catch (err) {
      this.logger.warn({ err }, 'Events of webhooks could not be read; they are read again in a second');
      for (const id of ids) this.changed.add(id);
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS).unref());
    }
  }

  private async store(webhook: WebhookEntity, news: QueueNews, bodies: FetchedQueues['bodies']): Promise<void> {
    if (news.kind === 'again') this.changed.add(webhook.id);
    else if (news.kind === 'unknown queue' || news.kind === 'never issued') await this.registerAgain(webhook);
    else if (news.kind === 'pruned') await this.reload(webhook);
    else if (news.kind === 'events' && news.entries.length > 0) {
      const appended = await this.append(webhook, news.entries, bodies);
      if (appended === undefined) await this.reload(webhook);
      else if (news.more) this.changed.add(webhook.id);
      if (appended) this.sender.wake(webhook);
    }
  }

  /** Stores events. Returns the number of deliveries; undefined if the webhook is at another place by now. */
  private async append(webhook: WebhookEntity, entries: Entries, bodies: FetchedQueues['bodies']) {
    const events = entries.flatMap(([, body, own]) => {
      const members = own === '' ? (bodies[body] as string) : `${own},${bodies[body]}`;
      return eventToDeliver(webhook, members) ?? [];
    });
    const place = { queueId: webhook.queueId, eventId: (entries.at(-1) as Entries[number])[0] };
    if (!(await this.database.transaction((tx) => appendDeliveries(tx, webhook, events, place)))) return undefined;
    webhook.eventId = place.eventId;
    return events.length;
  }

  /** A later gap begins here. */
  private async noteComplete(webhooks: readonly WebhookEntity[]): Promise<void> {
    const ids = webhooks.map(({ id }) => id);
    await this.database.transaction((tx) =>
      tx.query('UPDATE event_webhooks SET complete_until = now() WHERE id = ANY ($1)', [ids]),
    );
  }

  /** The queue has ended, so events may be missing: the receiver gets a notice of the gap. */
  private async registerAgain(webhook: WebhookEntity): Promise<void> {
    const { realmId, ownerId, queueId } = webhook;
    const { owner, asOf } = await this.queues.owner(realmId, ownerId);
    // The event of the deactivation follows.
    if (owner === null) return;
    const newQueueId = await this.queues.register(owner, webhook, asOf);
    const from = webhook.completeUntil.toISOString();
    const gap = { type: 'webhook.gap', from, until: new Date().toISOString() };
    const events = [{ eventType: 'webhook.gap', payload: JSON.stringify(gap) }];
    const place = { queueId: newQueueId, eventId: -1 };
    const isStored = await this.database.transaction((tx) => appendDeliveries(tx, webhook, events, place));
    if (!isStored) await this.queues.delete({ realmId, ownerId, queueId: newQueueId });
    this.logger.warn(
      { realmId, webhook: webhook.id, queueId },
      'The event queue of a webhook has ended; it has a new one',
    );
    await this.reload(webhook);
    if (isStored) this.sender.wake(webhook);
  }

  /** Another replica or a request changed the webhook. */
  private async reload({ id }: WebhookEntity): Promise<void> {
    const row = await this.database.getRepository(WebhookEntity).findOneBy({ id });
    const known = this.webhooks.get(id);
    if (known === undefined) return;
    if (known.queueId !== null) this.idsByQueue.delete(known.queueId);
    if (row === null || !row.isActive || !row.isOwnerActive) {
      this.webhooks.delete(id);
      return;
    }
    Object.assign(known, row);
    if (row.queueId !== null) this.idsByQueue.set(row.queueId, id);
    this.changed.add(id);
  }

  private async stop(): Promise<void> {
    this.isStopping = true;
    await this.fetching;
    await this.sender.stop();
    await this.buckets.release(this.resources.settings.instance);
  }
}
