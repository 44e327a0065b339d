import {
  ChangeSubscriptionSettings,
  GetSubscriptionStatus,
  GetSubscriptions,
  type LoggedEvent,
  Subscribe,
  SubscribeNewUser,
  Unsubscribe,
  UserCreated,
  type UserCreatedPayload,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { NewUserSubscriptions } from './new-user-subscriptions.js';
import { SubscribeService } from './subscribe.service.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { UnsubscribeService } from './unsubscribe.service.js';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscribing: SubscribeService,
    private readonly unsubscribing: UnsubscribeService,
    private readonly subscriptions: SubscriptionsService,
    private readonly newUsers: NewUserSubscriptions,
  ) {}

  @MessagePattern(Subscribe.pattern)
  subscribe(@Payload() request: Subscribe, @Ctx() context: RpcContext) {
    return this.subscribing.subscribe(request, context.request);
  }

  @MessagePattern(Unsubscribe.pattern)
  unsubscribe(@Payload() request: Unsubscribe, @Ctx() context: RpcContext) {
    return this.unsubscribing.unsubscribe(request, context.request);
  }

  @MessagePattern(GetSubscriptions.pattern)
  list(@Payload() request: GetSubscriptions) {
    return this.subscriptions.list(request);
  }

  @MessagePattern(GetSubscriptionStatus.pattern)
  status(@Payload() request: GetSubscriptionStatus) {
    return this.subscriptions.status(request);
  }

  @MessagePattern(ChangeSubscriptionSettings.pattern)
  changeSettings(@Payload() request: ChangeSubscriptionSettings) {
    return this.subscriptions.changeSettings(request);
  }

  @MessagePattern(SubscribeNewUser.pattern)
  subscribeNewUser(@Payload() request: SubscribeNewUser) {
    return this.newUsers.subscribe(request.realmId, request.userId);
  }

  @EventPattern(UserCreated.type, { group: 'messaging-new-users' })
  onUserCreated(@Payload() event: LoggedEvent<UserCreatedPayload>) {
    return this.newUsers.onUserCreated(event);
  }
}
