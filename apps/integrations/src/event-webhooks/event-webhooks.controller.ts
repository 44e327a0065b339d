import {
  createWebhook,
  DeliveryPage,
  DeliveryReplay,
  DeliverySelection,
  deleteWebhook,
  getDelivery,
  getWebhook,
  type LoggedEvent,
  listDeliveries,
  listWebhooks,
  Principal,
  replayDeliveries,
  replayDelivery,
  rotateWebhookSecret,
  SecretRotation,
  testWebhook,
  UserUpdated,
  type UserUpdatedPayload,
  updateWebhook,
  WebhookFields,
  WebhookListOptions,
  WebhookSelection,
  WebhookUpdate,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { DeliveriesService } from './deliveries.service.js';
import { OwnerChanges } from './owner-changes.js';
import { WebhooksService } from './webhooks.service.js';

@Controller()
export class EventWebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
    private readonly ownerChanges: OwnerChanges,
  ) {}

  @Handles(createWebhook)
  create(@Actor() actor: Principal, @Parameters() fields: WebhookFields) {
    return this.webhooks.create(actor, fields);
  }

  @Handles(listWebhooks)
  list(@Actor() actor: Principal, @Parameters() { includeAll }: WebhookListOptions) {
    return this.webhooks.list(actor, includeAll);
  }

  @Handles(getWebhook)
  get(@Actor() actor: Principal, @Parameters() { webhookId }: WebhookSelection) {
    return this.webhooks.get(actor, webhookId);
  }

  @Handles(updateWebhook)
  update(@Actor() actor: Principal, @Parameters() update: WebhookUpdate) {
    return this.webhooks.update(actor, update);
  }

  @Handles(deleteWebhook)
  delete(@Actor() actor: Principal, @Parameters() { webhookId }: WebhookSelection) {
    return this.webhooks.delete(actor, webhookId);
  }

  @Handles(rotateWebhookSecret)
  rotateSecret(@Actor() actor: Principal, @Parameters() rotation: SecretRotation) {
    return this.webhooks.rotateSecret(actor, rotation);
  }

  @Handles(testWebhook)
  test(@Actor() actor: Principal, @Parameters() { webhookId }: WebhookSelection) {
    return this.deliveries.test(actor, webhookId);
  }

  @Handles(listDeliveries)
  listDeliveries(@Actor() actor: Principal, @Parameters() page: DeliveryPage) {
    return this.deliveries.list(actor, page);
  }

  @Handles(getDelivery)
  getDelivery(@Actor() actor: Principal, @Parameters() selection: DeliverySelection) {
    return this.deliveries.get(actor, selection);
  }

  @Handles(replayDelivery)
  replayDelivery(@Actor() actor: Principal, @Parameters() selection: DeliverySelection) {
    return this.deliveries.replayOne(actor, selection);
  }

  @Handles(replayDeliveries)
  replayDeliveries(@Actor() actor: Principal, @Parameters() replay: DeliveryReplay) {
    return this.deliveries.replayMany(actor, replay);
  }

  @EventPattern(UserUpdated.type, { group: 'integrations-webhook-owners' })
  onUserUpdated(@Payload() event: LoggedEvent<UserUpdatedPayload>) {
    return this.ownerChanges.onUserUpdated(event);
  }
}
