import { Module } from '@nestjs/common';
import { ChangeSettingsHandler } from './change-settings.handler.js';
import { NewUserSubscriptions } from './new-user-subscriptions.js';
import { OwnSubscriptionsHandler } from './own-subscriptions.handler.js';
import { SignupNotice } from './signup-notice.js';
import { SubscribeHandler } from './subscribe.handler.js';
import { SubscriptionNotices } from './subscription-notices.js';
import { SubscriptionsRpc } from './subscriptions.rpc.js';
import { UnsubscribeHandler } from './unsubscribe.handler.js';
import { UserActivityConsumer } from './user-activity.consumer.js';

@Module({
  controllers: [SubscriptionsRpc],
  providers: [
    ChangeSettingsHandler,
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
