import { Module } from '@nestjs/common';
import { MessageFlagsModule } from '../message-flags/message-flags.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { NewUserSubscriptions } from './new-user-subscriptions.js';
import { SubscribeService } from './subscribe.service.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { UnsubscribeService } from './unsubscribe.service.js';
import { UserActivityConsumer } from './user-activity.consumer.js';

@Module({
  imports: [MessagesModule, MessageFlagsModule],
  controllers: [SubscriptionsController, UserActivityConsumer],
  providers: [NewUserSubscriptions, SubscriptionsService, SubscribeService, UnsubscribeService],
})
export class SubscriptionsModule {}
