import { setting } from '@chat/configuration';
import {
  badNarrow,
  badRequest,
  insufficientPermission,
  isAdministrator,
  type Principal,
  type SecretRotation,
  type WebhookFields,
  type WebhookUpdate,
  webhookDoesNotExist,
} from '@chat/contracts';
import { Egress, EgressError } from '@chat/egress';
import { parseQueueNarrow } from '@chat/narrow';
import { Database } from '@chat/persistence';
import { TextSeal } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { newSecret } from '../standard-webhooks/new-secret.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { OwnerQueues, type QueueFilter } from './following/owner-queues.js';
import { WebhookFollower } from './following/webhook-follower.js';
import { WEBHOOK_SECRET_PURPOSE } from './sending/delivery-sender.js';
import { type DeliveryCounts, shownWebhook } from './shown-webhook.js';
import { WebhookEntity } from './webhook.entity.js';
import { lockWebhook, WebhookChanges } from './webhook-changes.js';
import { requireKnownEventTypes } from './webhook-event.js';
import { lockWebhooksOf, WebhookOwners } from './webhook-owners.js';
import { rotated } from './webhook-secrets.js';

const MAX_NARROW_LENGTH = 10_000;
/** In JSON, which escapes them. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;
const NO_DELIVERIES: DeliveryCounts = { pending: 0, dead: 0 };

/** Event webhooks of people and bots. Administrators see those of all users, and may stop and delete them. */
@Injectable()
export class WebhooksService {
  private readonly seal = new TextSeal(WEBHOOK_SECRET_PURPOSE);
  private readonly maxPerUser = setting('EVENT_WEBHOOKS_PER_USER');

  constructor(
    private readonly database: Database,
    private readonly queues: OwnerQueues,
    private readonly changes: WebhookChanges,
    private readonly owners: WebhookOwners,
    private readonly follower: WebhookFollower,
    private readonly egress: Egress,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  async create(actor: Principal, { ordered, ...fields }: WebhookFields) {
    this.check(fields);
    const owned = { realmId: actor.realmId, ownerId: actor.userId };
    // A queue costs more than this look, which another request may overtake.
    this.requireRoom(await this.database.getRepository(WebhookEntity).countBy(owned));
    const secret = newSecret();
    const queueId = await this.queueOf(actor, fields);
    try {
      const row = await this.database.transaction(async (tx) => {
        await lockWebhooksOf(tx, actor.userId);
        // The event of a later deactivation waits for the lock, and then finds the webhook.
        await this.findActive(actor, await this.owners.position(actor.realmId));
        const webhooks = tx.getRepository(WebhookEntity);
        this.requireRoom(await webhooks.countBy(owned));
        const { id } = await webhooks.save({
          ...fields,
          ...owned,
          isOrdered: ordered,
          sealedSecret: this.seal.seal(secret),
          queueId,
        });
        return webhooks.findOneByOrFail({ id });
      });
      this.follower.renewEverywhere();
      return { webhook: shownWebhook(row, NO_DELIVERIES), secret };
    } catch (error) {
      await this.queues.delete({ realmId: actor.realmId, ownerId: actor.userId, queueId });
      throw error;
    }
  }

  async list(actor: Principal, includeAll: boolean) {
    if (includeAll && !isAdministrator(actor.role)) throw insufficientPermission();
    const { realmId, userId: ownerId } = actor;
    const rows = await this.database
      .getRepository(WebhookEntity)
      .find({ where: { realmId, ...(!includeAll && { ownerId }) }, order: { id: 'ASC' } });
    const counts = await this.deliveries.counts(rows.map(({ id }) => id));
    return { webhooks: rows.map((row) => shownWebhook(row, counts.get(row.id) ?? NO_DELIVERIES)) };
  }

  async get(actor: Principal, webhookId: number) {
    const row = await this.find(actor, webhookId);
    return { webhook: await this.shown(row) };
  }

  async update(actor: Principal, update: WebhookUpdate) {
    const webhook = await this.find(actor, update.webhookId);
    requireMayChange(actor, webhook, update);
    const row = await this.changes.apply(webhook, {
      isStop: update.isActive === false,
      changed: (present) => this.changed(present, update),
      register: (filter) => this.queueOf(actor, filter),
    });
    this.follower.renewEverywhere();
    return { webhook: await this.shown(row) };
  }

  async delete(actor: Principal, webhookId: number): Promise<void> {
    const row = await this.find(actor, webhookId);
    await this.database.transaction((tx) => tx.getRepository(WebhookEntity).delete({ id: webhookId }));
    await this.queues.delete(row);
    this.follower.renewEverywhere();
  }

  async rotateSecret(actor: Principal, { webhookId, overlapSeconds }: SecretRotation) {
    const before = await this.find(actor, webhookId);
    if (before.ownerId !== actor.userId) throw insufficientPermission();
    const secret = newSecret();
    const row = await this.database.transaction(async (tx) => {
      const webhooks = tx.getRepository(WebhookEntity);
      const former = await lockWebhook(tx, webhookId);
      await webhooks.update(
        { id: webhookId },
        rotated(former, this.seal.seal(secret), overlapSeconds * 1_000, Date.now()),
      );
      return webhooks.findOneByOrFail({ id: webhookId });
    });
    this.follower.renewEverywhere();
    return { webhook: await this.shown(row), secret };
  }

  /** The webhook, if it is the actor's own, or the actor is an administrator. */
  async find({ realmId, userId, role }: Principal, id: number): Promise<WebhookEntity> {
    const row = await this.database.getRepository(WebhookEntity).findOneBy({ id, realmId });
    if (row === null || (row.ownerId !== userId && !isAdministrator(role))) throw webhookDoesNotExist();
    return row;
  }

  /** Returns the webhook with the fields of the update. Throws if a field has no valid value. */
  private changed(
    present: WebhookEntity,
    { webhookId: _, ordered = present.isOrdered, isActive = present.isActive, ...fields }: WebhookUpdate,
  ): WebhookEntity {
    const webhook = { ...present, ...fields, isOrdered: ordered, isActive };
    const isStarted = isActive && !present.isActive;
    if (isStarted || hasValue(fields)) this.check(webhook);
    if (isStarted) return { ...webhook, disabledReason: null, completeUntil: new Date(), failingSince: null };
    return isActive || !present.isActive ? webhook : { ...webhook, disabledReason: 'stopped' };
  }

  private async shown(row: WebhookEntity) {
    return shownWebhook(row, (await this.deliveries.counts([row.id])).get(row.id) ?? NO_DELIVERIES);
  }

  private requireRoom(count: number): void {
    if (count >= this.maxPerUser) throw badRequest(`Too many webhooks (limit: ${this.maxPerUser})`);
  }

  private check({ url, eventTypes, narrow }: Pick<WebhookFields, 'url' | 'eventTypes' | 'narrow'>): void {
    requireKnownEventTypes(eventTypes);
    parseQueueNarrow(narrow, { badRequest, badNarrow });
    requireStorable(narrow);
    try {
      this.egress.check(url);
    } catch (error) {
      if (error instanceof EgressError) throw badRequest(`Invalid 'url' parameter: ${error.message}`);
      throw error;
    }
  }

  private async queueOf(actor: Principal, filter: QueueFilter): Promise<string> {
    const asOf = await this.owners.position(actor.realmId);
    return this.queues.register(await this.findActive(actor, asOf), filter, asOf);
  }

  private async findActive({ realmId, userId }: Principal, asOf: string): Promise<Principal> {
    const owner = await this.owners.find({ realmId, ownerId: userId }, asOf);
    if (owner === null) throw badRequest('Account is deactivated');
    return owner;
  }
}

/** PostgreSQL stores no null bytes and no halves of characters, and each replica reads the narrows of its webhooks every few seconds. */
function requireStorable(narrow: unknown): void {
  const text = JSON.stringify(narrow);
  if (text.length > MAX_NARROW_LENGTH) throw badRequest(`narrow is too long (limit: ${MAX_NARROW_LENGTH} characters)`);
  if (UNSTORABLE.test(text)) throw badRequest('narrow is not well-formed Unicode text');
}

/** Administrators may only stop the webhooks of others. */
function requireMayChange(
  { userId }: Principal,
  { ownerId }: WebhookEntity,
  { webhookId: _, isActive, ...others }: WebhookUpdate,
): void {
  if (ownerId !== userId && (isActive !== false || hasValue(others))) throw insufficientPermission();
}

const hasValue = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined);
