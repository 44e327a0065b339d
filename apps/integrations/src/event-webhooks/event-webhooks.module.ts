import { Module } from '@nestjs/common';
import { EgressModule } from '../egress/egress.module.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryMeasurement } from './delivery-metrics.js';
import { EventWebhooksController } from './event-webhooks.controller.js';
import { BucketsRepository } from './following/buckets.repository.js';
import { OwnerQueues } from './following/owner-queues.js';
import { QueueEvents } from './following/queue-events.js';
import { WebhookFollower } from './following/webhook-follower.js';
import { OwnerChanges } from './owner-changes.js';
import { DeadDeliveryNotices } from './sending/dead-delivery-notices.js';
import { DeliverySender } from './sending/delivery-sender.js';
import { DueDeliveries } from './sending/due-deliveries.js';
import { WebhookChanges } from './webhook-changes.js';
import { WebhookOwners } from './webhook-owners.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [EgressModule],
  controllers: [EventWebhooksController],
  providers: [
    BucketsRepository,
    DeliveriesRepository,
    DeliveriesService,
    DeliveryMeasurement,
    DeliverySender,
    DeadDeliveryNotices,
    DueDeliveries,
    OwnerChanges,
    OwnerQueues,
    QueueEvents,
    WebhookChanges,
    WebhookFollower,
    WebhookOwners,
    WebhooksService,
  ],
})
export class EventWebhooksModule {}
