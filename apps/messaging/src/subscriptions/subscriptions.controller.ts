import {
  changeSubscriptionSettings,
  getSubscriptionStatus,
  getSubscriptions,
  type LoggedEvent,
  NewSubscriptions,
  Principal,
  SubscribeNewUser,
  SubscriptionChanges,
  SubscriptionQuery,
  SubscriptionSelection,
  SubscriptionSettingChanges,
  SubscriptionsToEnd,
  subscribeToStreams,
  UserCreated,
  type UserCreatedPayload,
  unsubscribeFromStreams,
  updateSubscriptions,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, Handles, Parameters } from '@chat/service-kit';
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

  @Handles(subscribeToStreams)
  subscribe(@Actor() actor: Principal, @Parameters() request: NewSubscriptions, @Ctx() context: RpcContext) {
    return this.subscribing.subscribe(actor, request, context.request);
  }

  @Handles(updateSubscriptions)
  update(@Actor() actor: Principal, @Parameters() changes: SubscriptionChanges, @Ctx() context: RpcContext) {
    return this.subscribing.update(actor, changes, context.request);
  }

  @Handles(unsubscribeFromStreams)
  unsubscribe(@Actor() actor: Principal, @Parameters() request: SubscriptionsToEnd, @Ctx() context: RpcContext) {
    return this.unsubscribing.unsubscribe(actor, request, context.request);
  }

  @Handles(getSubscriptions, { mayReadStandby: true })
  list(@Actor() actor: Principal, @Parameters() { includeSubscribers }: SubscriptionQuery) {
    return this.subscriptions.list(actor, includeSubscribers);
  }

  @Handles(getSubscriptionStatus)
  status(@Actor() actor: Principal, @Parameters() selection: SubscriptionSelection) {
    return this.subscriptions.status(actor, selection);
  }

  @Handles(changeSubscriptionSettings)
  changeSettings(@Actor() actor: Principal, @Parameters() { subscriptionData }: SubscriptionSettingChanges) {
    return this.subscriptions.changeSettings(actor, subscriptionData);
  }

  @MessagePattern(SubscribeNewUser.pattern)
  subscribeNewUser(@Payload() request: SubscribeNewUser) {
    return this.newUsers.subscribe(request);
  }

  @EventPattern(UserCreated.type, { group: 'messaging-new-users' })
  onUserCreated(@Payload() event: LoggedEvent<UserCreatedPayload>) {
    return this.newUsers.onUserCreated(event);
  }
}
