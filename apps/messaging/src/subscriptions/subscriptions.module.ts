import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FlagsModule } from '../flags/flags.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { ChangeSettingsHandler } from './change-settings.handler.js';
import { EndedSubscriptions } from './ended-subscriptions.js';
import { NewUserSubscriptions } from './new-user-subscriptions.js';
import { OwnSubscriptionsHandler } from './own-subscriptions.handler.js';
import { SignupNotice } from './signup-notice.js';
import { SubscribeHandler } from './subscribe.handler.js';
import { SubscriptionNotices } from './subscription-notices.js';
import { SubscriptionsRpc } from './subscriptions.rpc.js';
import { UnsubscribeHandler } from './unsubscribe.handler.js';
import { UserActivityConsumer } from './user-activity.consumer.js';

@Module({
  imports: [AccessModule, MessagesModule, ProjectionsModule, FlagsModule],
  controllers: [SubscriptionsRpc],
  providers: [
    ChangeSettingsHandler,
    EndedSubscriptions,
    NewUserSubscriptions,
    OwnSubscriptionsHandler,
    SignupNotice,
    SubscribeHandler,
    SubscriptionNotices,
    UnsubscribeHandler,
    UserActivityConsumer,
  ],
})
export class SubscriptionsModule {}
