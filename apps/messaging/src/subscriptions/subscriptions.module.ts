import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { MessageFlagsModule } from '../message-flags/message-flags.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { NewUserSubscriptions } from './new-user-subscriptions.js';
import { SubscribeService } from './subscribe.service.js';
import { SubscriptionNotices } from './subscription-notices.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { UnsubscribeService } from './unsubscribe.service.js';
import { UserActivityConsumer } from './user-activity.consumer.js';

@Module({
  imports: [AccessModule, MessagesModule, ProjectionsModule, MessageFlagsModule],
  controllers: [SubscriptionsController, UserActivityConsumer],
  providers: [NewUserSubscriptions, SubscriptionsService, SubscribeService, SubscriptionNotices, UnsubscribeService],
})
export class SubscriptionsModule {}
