import { endpoint } from '../kit/endpoint.js';
import { Bool, Id, Integer, ListOf, Nested, OneOf, Text, Timestamp } from '../kit/fields.js';
import { PartialType } from '../kit/mapped-classes.js';
import {
  DELIVERY_STATES,
  type DeliveryState,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryWithPayload,
  WebhookFields,
} from './event-webhooks.schema.js';

export const MAX_DELIVERIES_PER_PAGE = 100;
export const MAX_SECRET_OVERLAP_SECONDS = 30 * 86_400;

/** Path parameter of one webhook. Error 404 if the caller has no such webhook and is no administrator of its realm. */
export class WebhookSelection {
  @Id() webhookId!: number;
}

/** Absent parameters do not change. `is_active`: `true` starts a webhook that was stopped, for any reason. */
export class WebhookUpdate extends PartialType(WebhookFields) {
  @Id() webhookId!: number;
  @Bool({ optional: true }) isActive?: boolean;
}

/** Selects the listed webhooks: those of the caller by default. */
export class WebhookListOptions {
  @Bool({ default: false, description: 'For administrators: the webhooks of all users.' }) includeAll!: boolean;
}

/** Webhooks without their secrets. */
export class WebhookList {
  @ListOf(Webhook) webhooks!: readonly Webhook[];
}

/** One webhook without its secret. */
export class WebhookResponse {
  @Nested(Webhook) webhook!: Webhook;
}

/** The only responses with a secret. */
export class WebhookWithSecret extends WebhookResponse {
  @Text({ description: '`whsec_` and base64 of 32 random bytes: the secret of the signatures.' }) secret!: string;
}

/**
 * Both secrets sign during the overlap, so that a receiver can change its secret without a refused request. Former ones sign until the
 * ends of their own overlaps. Error (BAD_REQUEST): too many of them do.
 */
export class SecretRotation extends WebhookSelection {
  @Integer({
    min: 0,
    max: MAX_SECRET_OVERLAP_SECONDS,
    default: 86_400,
    description: 'Seconds during which the present secret signs in addition to the new one.',
  })
  overlapSeconds!: number;
}

/** Deliveries of a webhook, by descending sequence. `before` leads to the next page. */
export class DeliveryPage extends WebhookSelection {
  @OneOf(DELIVERY_STATES, { optional: true }) state?: DeliveryState;
  @Integer({ min: 0, optional: true, description: 'Only deliveries with a smaller sequence.' }) before?: number;
  @Integer({ min: 1, max: MAX_DELIVERIES_PER_PAGE, default: 100 }) limit!: number;
}

/** A page of deliveries, without their payloads. */
export class DeliveryList {
  /** Newest first. */
  @ListOf(WebhookDelivery) deliveries!: readonly WebhookDelivery[];
}

/** Path parameters of one delivery of a webhook. Error 404 if the webhook has no such delivery. */
export class DeliverySelection extends WebhookSelection {
  @Text({ max: 60 }) deliveryId!: string;
}

/** One delivery with its payload. */
export class DeliveryResponse {
  @Nested(WebhookDeliveryWithPayload) delivery!: WebhookDeliveryWithPayload;
}

/** Deliveries that are made due again, by the time of their events. */
export class DeliveryReplay extends WebhookSelection {
  @OneOf(['dead', 'all'], { default: 'dead' }) state!: 'dead' | 'all';
  @Timestamp({ optional: true }) since?: number;
  @Timestamp({ optional: true }) until?: number;
}

/** The number of deliveries that were made due again. */
export class ReplayedDeliveries {
  @Integer() count!: number;
}

/** Errors (BAD_REQUEST): an address that is not allowed; unknown event types; a narrow of no meaning for queues; too many webhooks. */
export const createWebhook = endpoint({
  pattern: 'integrations.event_webhooks.create',
  route: 'POST /webhooks',
  summary: 'Add an event webhook',
  description: 'Events of the caller are posted to the address from now on, each at least once, with a signature.',
  parameters: WebhookFields,
  example: { url: 'https://hooks.example.com/chat', eventTypes: ['message'] },
  response: WebhookWithSecret,
});

export const listWebhooks = endpoint({
  pattern: 'integrations.event_webhooks.list',
  route: 'GET /webhooks',
  summary: 'List event webhooks',
  parameters: WebhookListOptions,
  response: WebhookList,
});

export const getWebhook = endpoint({
  pattern: 'integrations.event_webhooks.get',
  route: 'GET /webhooks/{webhook_id}',
  summary: 'Get an event webhook',
  errorStatuses: [404],
  parameters: WebhookSelection,
  response: WebhookResponse,
});

/** Administrators may only stop the webhooks of other users. */
export const updateWebhook = endpoint({
  pattern: 'integrations.event_webhooks.update',
  route: 'PATCH /webhooks/{webhook_id}',
  summary: 'Change an event webhook',
  errorStatuses: [404],
  parameters: WebhookUpdate,
  example: { description: 'Mirror of the team' },
  response: WebhookResponse,
});

export const deleteWebhook = endpoint({
  pattern: 'integrations.event_webhooks.delete',
  route: 'DELETE /webhooks/{webhook_id}',
  summary: 'Delete an event webhook with its deliveries',
  errorStatuses: [404],
  parameters: WebhookSelection,
});

export const rotateWebhookSecret = endpoint({
  pattern: 'integrations.event_webhooks.rotate_secret',
  route: 'POST /webhooks/{webhook_id}/secret/rotate',
  summary: 'Replace the secret of an event webhook',
  errorStatuses: [404],
  parameters: SecretRotation,
  response: WebhookWithSecret,
});

export const testWebhook = endpoint({
  pattern: 'integrations.event_webhooks.test',
  route: 'POST /webhooks/{webhook_id}/test',
  summary: 'Send a test request',
  description: 'Its type is `webhook.test`.',
  errorStatuses: [404],
  parameters: WebhookSelection,
  response: DeliveryResponse,
});

export const listDeliveries = endpoint({
  pattern: 'integrations.event_webhooks.list_deliveries',
  route: 'GET /webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of an event webhook',
  errorStatuses: [404],
  parameters: DeliveryPage,
  response: DeliveryList,
});

export const getDelivery = endpoint({
  pattern: 'integrations.event_webhooks.get_delivery',
  route: 'GET /webhooks/{webhook_id}/deliveries/{delivery_id}',
  summary: 'Get a delivery with its payload',
  errorStatuses: [404],
  parameters: DeliverySelection,
  response: DeliveryResponse,
});

export const replayDelivery = endpoint({
  pattern: 'integrations.event_webhooks.replay_delivery',
  route: 'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  summary: 'Deliver again',
  errorStatuses: [404],
  parameters: DeliverySelection,
});

export const replayDeliveries = endpoint({
  pattern: 'integrations.event_webhooks.replay',
  route: 'POST /webhooks/{webhook_id}/replay',
  summary: 'Deliver many again',
  errorStatuses: [404],
  parameters: DeliveryReplay,
  response: ReplayedDeliveries,
});
