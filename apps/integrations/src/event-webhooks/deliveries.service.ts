import {
  badRequest,
  type DeliveryPage,
  type DeliveryReplay,
  type DeliverySelection,
  deliveryDoesNotExist,
  insufficientPermission,
  type Principal,
  webhookDoesNotExist,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { appendExtraDelivery } from './append-deliveries.js';
import { DeliveriesRepository, type ReplaySelection } from './deliveries.repository.js';
import { DeliveryEntity } from './delivery.entity.js';
import { sequenceOf } from './delivery-id.js';
import { DeliverySender } from './sending/delivery-sender.js';
import { shownDelivery } from './shown-webhook.js';
import type { WebhookEntity } from './webhook.entity.js';
import { WebhooksService } from './webhooks.service.js';

/** The records of deliveries, and their repetition. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksService,
    private readonly sender: DeliverySender,
  ) {}

  async list(actor: Principal, { webhookId, state, before, limit }: DeliveryPage) {
    const webhook = await this.own(actor, webhookId);
    const rows = await this.database.getRepository(DeliveryEntity).find({
      select: {
        webhookId: true,
        sequence: true,
        eventType: true,
        occurredAt: true,
        state: true,
        attempts: true,
        nextAttemptAt: true,
      },
      where: {
        webhookId: webhook.id,
        ...(state !== undefined && { state }),
        ...(before !== undefined && { sequence: LessThan(before) }),
      },
      order: { sequence: 'DESC' },
      take: limit,
    });
    return { deliveries: rows.map(shownDelivery) };
  }

  async get(actor: Principal, selection: DeliverySelection) {
    const webhook = await this.own(actor, selection.webhookId);
    return { delivery: await this.shown(webhook, sequenceIn(selection)) };
  }

  async replayOne(actor: Principal, selection: DeliverySelection): Promise<void> {
    const webhook = await this.own(actor, selection.webhookId);
    requireActive(webhook);
    const count = await this.replay(webhook, { state: 'all', sequence: sequenceIn(selection) });
    if (count === 0) throw deliveryDoesNotExist();
  }

  async replayMany(actor: Principal, { webhookId, state, since, until }: DeliveryReplay) {
    const webhook = await this.own(actor, webhookId);
    requireActive(webhook);
    return { count: await this.replay(webhook, { state, since, until }) };
  }

  async test(actor: Principal, webhookId: number) {
    const webhook = await this.own(actor, webhookId);
    requireActive(webhook);
    const payload = JSON.stringify({ type: 'webhook.test' });
    const sequence = await this.database.transaction((tx) =>
      appendExtraDelivery(tx, webhook.id, { eventType: 'webhook.test', payload }),
    );
    if (sequence === undefined) throw webhookDoesNotExist();
    this.sender.wake(webhook);
    return { delivery: await this.shown(webhook, sequence) };
  }

  /** Payloads are events that only the owner may read. */
  private async own(actor: Principal, webhookId: number): Promise<WebhookEntity> {
    const webhook = await this.webhooks.find(actor, webhookId);
    if (webhook.ownerId !== actor.userId) throw insufficientPermission();
    return webhook;
  }

  private async shown({ id }: WebhookEntity, sequence: number) {
    const row = await this.database.getRepository(DeliveryEntity).findOneBy({ webhookId: id, sequence });
    if (row === null) throw deliveryDoesNotExist();
    return { ...shownDelivery(row), payload: JSON.parse(row.payload) as Record<string, unknown> };
  }

  /** Makes deliveries due, as if they were new. A pending one is sent at once. */
  private async replay(webhook: WebhookEntity, selection: ReplaySelection): Promise<number> {
    let count = 0;
    for (let after = 0; ; ) {
      const replayed = await this.deliveries.replay(webhook.id, after, selection);
      this.sender.wake(webhook);
      count += replayed.count;
      if (replayed.last === null) return count;
      after = replayed.last;
    }
  }
}

function sequenceIn({ webhookId, deliveryId }: DeliverySelection): number {
  const sequence = sequenceOf(webhookId, deliveryId);
  if (sequence === undefined) throw deliveryDoesNotExist();
  return sequence;
}

function requireActive({ isActive }: WebhookEntity): void {
  if (!isActive) throw badRequest('This webhook is stopped; start it with is_active=true');
}
