import {
  ChangeSubscriptionSettings,
  GetSubscriptionStatus,
  GetSubscriptions,
  Subscribe,
  SubscribeNewUser,
  Unsubscribe,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { ChangeSettingsHandler } from './change-settings.handler.js';
import { NewUserSubscriptions } from './new-user-subscriptions.js';
import { OwnSubscriptionsHandler } from './own-subscriptions.handler.js';
import { SubscribeHandler } from './subscribe.handler.js';
import { UnsubscribeHandler } from './unsubscribe.handler.js';

@Controller()
export class SubscriptionsRpc {
  constructor(
    private readonly subscribeHandler: SubscribeHandler,
    private readonly unsubscribeHandler: UnsubscribeHandler,
    private readonly own: OwnSubscriptionsHandler,
    private readonly settings: ChangeSettingsHandler,
    private readonly newUsers: NewUserSubscriptions,
  ) {}

  @MessagePattern(Subscribe.pattern)
  subscribe(@Payload() request: Subscribe, @Ctx() context: RpcContext) {
    return this.subscribeHandler.handle(request, context.request);
  }

  @MessagePattern(Unsubscribe.pattern)
  unsubscribe(@Payload() request: Unsubscribe, @Ctx() context: RpcContext) {
    return this.unsubscribeHandler.handle(request, context.request);
  }

  @MessagePattern(GetSubscriptions.pattern)
  list(@Payload() request: GetSubscriptions) {
    return this.own.list(request);
  }

  @MessagePattern(GetSubscriptionStatus.pattern)
  status(@Payload() request: GetSubscriptionStatus) {
    return this.own.status(request);
  }

  @MessagePattern(ChangeSubscriptionSettings.pattern)
  changeSettings(@Payload() request: ChangeSubscriptionSettings) {
    return this.settings.handle(request);
  }

  @MessagePattern(SubscribeNewUser.pattern)
  subscribeNewUser(@Payload() request: SubscribeNewUser) {
    return this.newUsers.subscribe(request.realmId, request.userId);
  }
}
