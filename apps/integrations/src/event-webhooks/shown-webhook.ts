import type { Webhook, WebhookDelivery } from '@chat/contracts';
import type { DeliveryEntity } from './delivery.entity.js';
import { deliveryId } from './delivery-id.js';
import type { WebhookEntity } from './webhook.entity.js';

export interface DeliveryCounts {
  readonly pending: number;
  readonly dead: number;
}

/** A webhook as clients see it. */
export const shownWebhook = (row: WebhookEntity, { pending, dead }: DeliveryCounts): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  eventTypes: row.eventTypes,
  narrow: row.narrow,
  allPublicStreams: row.allPublicStreams,
  applyMarkdown: row.applyMarkdown,
  format: row.format,
  ordered: row.isOrdered,
  ownerId: row.ownerId,
  isActive: row.isActive,
  disabledReason: row.disabledReason,
  dateCreated: seconds(row.createdAt),
  lastSuccess: row.lastSuccessAt && seconds(row.lastSuccessAt),
  lastFailure: row.lastFailureAt && seconds(row.lastFailureAt),
  consecutiveFailures: row.consecutiveFailures,
  pending,
  dead,
});

/** A delivery as clients see it. */
export const shownDelivery = (row: Omit<DeliveryEntity, 'payload'>): WebhookDelivery => ({
  id: deliveryId(row.webhookId, row.sequence),
  eventType: row.eventType,
  sequence: row.sequence,
  timestamp: seconds(row.occurredAt),
  state: row.state,
  attempts: row.attempts,
  nextAttempt: row.nextAttemptAt && seconds(row.nextAttemptAt),
});

const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);
