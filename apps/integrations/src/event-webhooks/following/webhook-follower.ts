import { eventShardOf, type FetchedQueues, MAX_QUEUES_PER_FETCH, type QueueNews } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { appendDeliveries } from '../append-deliveries.js';
import { DeliverySender } from '../sending/delivery-sender.js';
import { WebhookEntity } from '../webhook.entity.js';
import { gapSince } from '../webhook-event.js';
import { WebhookOwners } from '../webhook-owners.js';
import { BUCKETS, BucketsRepository } from './buckets.repository.js';
import { OwnerQueues } from './owner-queues.js';
import { type FoundEvents, hasEvents, QueueEvents } from './queue-events.js';
import { RestingQueues } from './resting-queues.js';
import { WebhookNotices } from './webhook-notices.js';

const RENEW_EVERY_MS = 3_000;
/** An event queue ends some minutes after its last fetch. */
const FETCH_ALL_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 1_000;
const REGISTRATIONS_AT_ONCE = 20;
const REGISTER_AGAIN_AFTER_MS = 5_000;

/**
 * Follows the event queues of the webhooks in the buckets of this replica: stores each event as a delivery, together with the place in the
 * queue, and has the sender deliver it. Another replica may store the same events; then only one of both moves the place.
 */
@Injectable()
export class WebhookFollower implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly webhooks = new Map<number, WebhookEntity>();
  private readonly idsByQueue = new Map<string, number>();
  /** Webhooks with possible news in their queues. */
  private readonly changed = new Set<number>();
  private readonly resting = new RestingQueues((ids) => this.fetchAgain(ids));
  /** Webhooks without a live queue, with the queue that has ended. */
  private readonly lost = new Map<number, string | null>();
  private readonly logger: Logger;
  private readonly notices: WebhookNotices;
  private renewals: Promise<void> = Promise.resolve();
  /** The last renewal of the leases. */
  private holding: Promise<number[]> = Promise.resolve([]);
  private isRenewalWaiting = false;
  private fetching: Promise<void> | undefined;
  private registering: Promise<void> | undefined;
  private isStopping = false;
  private lastFetchOfAllMs = 0;

  constructor(
    private readonly database: Database,
    private readonly buckets: BucketsRepository,
    private readonly queues: OwnerQueues,
    private readonly queueEvents: QueueEvents,
    private readonly owners: WebhookOwners,
    private readonly sender: DeliverySender,
    private readonly jobs: RepeatedJobs,
    private readonly resources: ServiceResources,
  ) {
    this.logger = resources.logger;
    this.notices = new WebhookNotices(resources, {
      onNews: (queueIds) => this.fetchQueues(queueIds),
      onReconnection: () => this.fetchAgain(this.webhooks.keys()),
      onChange: () => this.renewSoon(),
    });
    resources.beforeStop(() => this.stop());
  }

  onApplicationBootstrap(): void {
    this.jobs.start({ name: 'follow webhooks', everyMs: RENEW_EVERY_MS, firstAfterMs: 100, run: () => this.renew() });
  }

  onModuleDestroy(): void {
    this.notices.close();
  }

  /** For a webhook that a request has changed. A replica that misses the notice sees the change at its next renewal. */
  renewEverywhere(): void {
    this.notices.publishChange();
    this.renewSoon();
  }

  private renewSoon(): void {
    if (this.isRenewalWaiting) return;
    this.isRenewalWaiting = true;
    this.renew().catch((err: unknown) => this.logger.warn({ err }, 'Webhooks could not be read after a change'));
  }

  /** One renewal at a time, so that none puts older rows in the place of newer ones. */
  private renew(): Promise<void> {
    const renewal = this.renewals.then(() => {
      this.isRenewalWaiting = false;
      return this.renewNow();
    });
    this.renewals = renewal.catch(() => {});
    return renewal;
  }

  /** Looks for news of all followed webhooks, renews the leases, and begins with webhooks that are new. */
  private async renewNow(): Promise<void> {
    if (this.isStopping) return;
    const { instance } = this.resources.settings;
    // Without webhooks the replica leases nothing.
    const hasWebhooks = await this.database.getRepository(WebhookEntity).existsBy({ isActive: true });
    if (this.isStopping) return;
    this.holding = hasWebhooks ? this.buckets.hold(instance) : Promise.resolve([]);
    const held = await this.holding;
    const rows = held.length === 0 ? [] : await this.load(held);
    this.replace(rows);
    await this.subscribe();
    const nowMs = performance.now();
    const isDue = nowMs - this.lastFetchOfAllMs > FETCH_ALL_EVERY_MS;
    if (isDue) this.lastFetchOfAllMs = nowMs;
    for (const { id, queueId } of rows) {
      if (queueId === null) this.lost.set(id, null);
      else if (isDue) this.changed.add(id);
    }
    this.fetchSoon();
    this.registerSoon();
    await this.sender.follow([...this.webhooks.values()]);
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

  /** Subscribes to notices about the queues of all webhooks. Events before the subscription have no notice, so their queues are fetched. */
  private async subscribe(): Promise<void> {
    const added = await this.notices.follow([...this.webhooks.values()].map(({ ownerId }) => eventShardOf(ownerId)));
    for (const [id, { ownerId }] of this.webhooks) if (added.has(eventShardOf(ownerId))) this.changed.add(id);
  }

  private fetchAgain(ids: Iterable<number>): void {
    for (const id of ids) this.changed.add(id);
    this.fetchSoon();
  }

  private fetchQueues(queueIds: readonly string[]): void {
    for (const queueId of queueIds) {
      const id = this.idsByQueue.get(queueId);
      if (id === undefined) continue;
      if (this.resting.has(id)) this.noteFlood(id);
      else this.changed.add(id);
    }
    this.fetchSoon();
  }

  private noteFlood(id: number): void {
    this.resting.noteNews(id);
    this.sender.hold({ id });
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
    const webhooks = ids.flatMap((id) => this.webhooks.get(id) ?? []).filter(({ queueId }) => queueId !== null);
    if (webhooks.length === 0) return;
    try {
      const { news, bodies } = await this.queues.fetch(webhooks);
      const found = webhooks.map((webhook, n) => ({ webhook, news: news[n] as QueueNews }));
      for (const webhook of this.resting.add(found.filter(hasEvents))) this.sender.hold(webhook);
      await this.store(found.filter(hasEvents), bodies);
      await Promise.all(found.map(({ webhook, news }) => this.apply(webhook, news)));
      await this.queueEvents.noteComplete(webhooks.filter((_, n) => news[n]?.kind === 'nothing'));
    } catch (err) {
      this.logger.warn({ err }, 'Events of webhooks could not be read; they are read again in a second');
      for (const id of ids) this.changed.add(id);
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS).unref());
    }
  }

  private async store(found: readonly FoundEvents[], bodies: FetchedQueues['bodies']): Promise<void> {
    if (found.length === 0) return;
    const stored = await this.queueEvents.append(found, bodies);
    for (const { webhook, news } of found) {
      const count = stored.get(webhook.id);
      if (count === undefined) await this.reload(webhook);
      else if (news.more) this.changed.add(webhook.id);
      if (count) this.sender.wake(webhook);
    }
  }

  private async apply(webhook: WebhookEntity, news: QueueNews): Promise<void> {
    if (news.kind === 'again') this.changed.add(webhook.id);
    else if (news.kind === 'unknown queue' || news.kind === 'never issued') this.lose(webhook);
    else if (news.kind === 'pruned') await this.goOnAfter(webhook, news.lastPruned);
  }

  /** Another replica has acknowledged these events. They are lost if it has not stored them: then the database has lost its latest writes. */
  private async goOnAfter(webhook: WebhookEntity, lastPruned: number): Promise<void> {
    const { queueId } = webhook;
    const row = await this.reload(webhook);
    if (row?.queueId !== queueId || row.eventId >= lastPruned) return;
    this.changed.delete(webhook.id);
    this.lose(webhook);
  }

  private lose({ id, queueId }: WebhookEntity): void {
    this.lost.set(id, queueId);
    this.registerSoon();
  }

  /** Not in the loop that reads the other queues: a registration would delay it. */
  private registerSoon(): void {
    if (this.lost.size === 0 || this.isStopping) return;
    this.registering ??= this.registerLost().finally(() => {
      this.registering = undefined;
      this.registerSoon();
    });
  }

  private async registerLost(): Promise<void> {
    const lost = [...this.lost].slice(0, REGISTRATIONS_AT_ONCE);
    for (const [id] of lost) this.lost.delete(id);
    // The other webhooks have a new queue by now.
    const webhooks = lost.flatMap(([id, queueId]) => {
      const webhook = this.webhooks.get(id);
      return webhook?.queueId === queueId ? webhook : [];
    });
    const register = (webhook: WebhookEntity) =>
      this.registerAgain(webhook).catch((err: unknown) => {
        this.logger.warn({ err, webhook: webhook.id }, 'A webhook has no event queue; it is registered again soon');
        setTimeout(() => this.lose(webhook), REGISTER_AGAIN_AFTER_MS).unref();
      });
    await Promise.all(webhooks.map(register));
  }

  /** The queue has ended, so events may be missing: the receiver gets a notice of the gap. */
  private async registerAgain(webhook: WebhookEntity): Promise<void> {
    const { realmId, ownerId, queueId } = webhook;
    const asOf = await this.owners.position(realmId);
    const owner = await this.owners.find(webhook, asOf);
    // The event of the deactivation follows.
    if (owner === null) return;
    const newQueueId = await this.queues.register(owner, webhook, asOf);
    const events = [gapSince(webhook.completeUntil)];
    const place = { queueId: newQueueId, eventId: -1, isEnd: true };
    const moved = await this.database.transaction((tx) => appendDeliveries(tx, [{ webhook, events, place }]));
    const isStored = moved.has(webhook.id);
    if (isStored) {
      this.logger.warn(
        { realmId, webhook: webhook.id, queueId },
        'The event queue of a webhook has ended; it has a new one',
      );
    } else await this.queues.delete({ realmId, ownerId, queueId: newQueueId });
    await this.reload(webhook);
    if (isStored) this.sender.wake(webhook);
  }

  /** Another replica or a request changed the webhook. Returns the stored one; undefined if this replica does not follow it any more. */
  private async reload({ id }: WebhookEntity): Promise<WebhookEntity | undefined> {
    const row = await this.database.getRepository(WebhookEntity).findOneBy({ id });
    const known = this.webhooks.get(id);
    if (known === undefined) return undefined;
    if (known.queueId !== null) this.idsByQueue.delete(known.queueId);
    if (row === null || !row.isActive || !row.isOwnerActive) {
      this.webhooks.delete(id);
      return undefined;
    }
    Object.assign(known, row);
    if (row.queueId === null) this.lost.set(id, null);
    else this.idsByQueue.set(row.queueId, id);
    this.changed.add(id);
    return row;
  }

  private async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([this.fetching, this.registering]);
    await this.sender.stop();
    // A renewal that ended after the release would keep the buckets from other replicas until the leases end.
    await this.holding.catch(() => {});
    await this.buckets.release(this.resources.settings.instance);
  }
}
