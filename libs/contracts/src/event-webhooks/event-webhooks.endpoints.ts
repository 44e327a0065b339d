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
export const createWebhook = endpoint('POST /webhooks', {
  pattern: 'integrations.event_webhooks.create',
  summary: 'Add an event webhook',
  description: 'Events of the caller are posted to the address from now on, each at least once, with a signature.',
  parameters: WebhookFields,
  example: { url: 'https://hooks.example.com/chat', eventTypes: ['message'] },
  response: WebhookWithSecret,
});

export const listWebhooks = endpoint('GET /webhooks', {
  pattern: 'integrations.event_webhooks.list',
  summary: 'List event webhooks',
  parameters: WebhookListOptions,
  response: WebhookList,
});

export const getWebhook = endpoint('GET /webhooks/{webhook_id}', {
  pattern: 'integrations.event_webhooks.get',
  summary: 'Get an event webhook',
  errorStatuses: [404],
  parameters: WebhookSelection,
  response: WebhookResponse,
});

/** Administrators may only stop the webhooks of other users. */
export const updateWebhook = endpoint('PATCH /webhooks/{webhook_id}', {
  pattern: 'integrations.event_webhooks.update',
  summary: 'Change an event webhook',
  errorStatuses: [404],
  parameters: WebhookUpdate,
  example: { description: 'Mirror of the team' },
  response: WebhookResponse,
});

export const deleteWebhook = endpoint('DELETE /webhooks/{webhook_id}', {
  pattern: 'integrations.event_webhooks.delete',
  summary: 'Delete an event webhook with its deliveries',
  errorStatuses: [404],
  parameters: WebhookSelection,
});

export const rotateWebhookSecret = endpoint('POST /webhooks/{webhook_id}/secret/rotate', {
  pattern: 'integrations.event_webhooks.rotate_secret',
  summary: 'Replace the secret of an event webhook',
  errorStatuses: [404],
  parameters: SecretRotation,
  response: WebhookWithSecret,
});

export const testWebhook = endpoint('POST /webhooks/{webhook_id}/test', {
  pattern: 'integrations.event_webhooks.test',
  summary: 'Send a test request',
  description: 'Its type is `webhook.test`.',
  errorStatuses: [404],
  parameters: WebhookSelection,
  response: DeliveryResponse,
});

export const listDeliveries = endpoint('GET /webhooks/{webhook_id}/deliveries', {
  pattern: 'integrations.event_webhooks.list_deliveries',
  summary: 'List the deliveries of an event webhook',
  errorStatuses: [404],
  parameters: DeliveryPage,
  response: DeliveryList,
});

export const getDelivery = endpoint('GET /webhooks/{webhook_id}/deliveries/{delivery_id}', {
  pattern: 'integrations.event_webhooks.get_delivery',
  summary: 'Get a delivery with its payload',
  errorStatuses: [404],
  parameters: DeliverySelection,
  response: DeliveryResponse,
});

export const replayDelivery = endpoint('POST /webhooks/{webhook_id}/deliveries/{delivery_id}/replay', {
  pattern: 'integrations.event_webhooks.replay_delivery',
  summary: 'Deliver again',
  errorStatuses: [404],
  parameters: DeliverySelection,
});

export const replayDeliveries = endpoint('POST /webhooks/{webhook_id}/replay', {
  pattern: 'integrations.event_webhooks.replay',
  summary: 'Deliver many again',
  errorStatuses: [404],
  parameters: DeliveryReplay,
  response: ReplayedDeliveries,
});
