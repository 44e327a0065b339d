import {
  badRequest,
  ChangeSubscriptionSettings,
  GetSubscriptionStatus,
  GetSubscriptions,
  Subscribe,
  Unsubscribe,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './subscriptions.endpoints.js';

@Controller()
export class SubscriptionsController {
  @Endpoint(endpoints.getSubscriptionsEndpoint)
  list(call: Call<typeof endpoints.getSubscriptionsEndpoint>) {
    return call.requestText(GetSubscriptions, { actor: call.principal, ...call.parameters });
  }

  @Endpoint(endpoints.subscribeEndpoint)
  async subscribe(call: Call<typeof endpoints.subscribeEndpoint>) {
    const { parameters } = call;
    const { subscribed, alreadySubscribed, unauthorized } = await call.request(Subscribe, {
      actor: call.principal,
      streams: parameters.subscriptions,
      principals: parameters.principals,
      authorizationErrorsFatal: parameters.authorizationErrorsFatal,
      announce: parameters.announce,
      properties: {
        isPrivate: parameters.inviteOnly,
        isWebPublic: parameters.isWebPublic,
        isHistoryPublicToSubscribers: parameters.historyPublicToSubscribers,
        postPolicy: parameters.streamPostPolicy,
        messageRetentionDays: parameters.messageRetentionDays,
        canRemoveSubscribersGroupId: parameters.canRemoveSubscribersGroupId,
      },
    });
    return {
      subscribed,
      already_subscribed: alreadySubscribed,
      ...(!parameters.authorizationErrorsFatal && { unauthorized }),
    };
  }

  @Endpoint(endpoints.updateSubscriptionsEndpoint)
  async update(call: Call<typeof endpoints.updateSubscriptionsEndpoint>) {
    const { add, delete: removed } = call.parameters;
    if (add.length === 0 && removed.length === 0) {
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    }
    const outcome = await call.request(Subscribe, {
      actor: call.principal,
      streams: add,
      authorizationErrorsFatal: true,
      announce: false,
      properties: {},
      unsubscribeFrom: removed,
    });
    return {
      subscribed: outcome.subscribed,
      already_subscribed: outcome.alreadySubscribed,
      removed: outcome.removed,
      not_removed: outcome.notRemoved,
    };
  }

  @Endpoint(endpoints.unsubscribeEndpoint)
  async unsubscribe(call: Call<typeof endpoints.unsubscribeEndpoint>) {
    const { subscriptions, principals } = call.parameters;
    const { removed, notRemoved } = await call.request(Unsubscribe, {
      actor: call.principal,
      streams: subscriptions,
      principals,
    });
    return { removed, not_removed: notRemoved };
  }

  @Endpoint(endpoints.changeSubscriptionSettingsEndpoint)
  async changeSettings(call: Call<typeof endpoints.changeSubscriptionSettingsEndpoint>) {
    const changes = call.parameters.subscriptionData;
    if (changes.length > 0) await call.request(ChangeSubscriptionSettings, { actor: call.principal, changes });
    return {};
  }

  @Endpoint(endpoints.getSubscriptionStatusEndpoint)
  async status(call: Call<typeof endpoints.getSubscriptionStatusEndpoint>) {
    const { isSubscribed } = await call.request(GetSubscriptionStatus, { actor: call.principal, ...call.path });
    return { is_subscribed: isSubscribed };
  }
}

@Module({ controllers: [SubscriptionsController] })
export class SubscriptionsModule {}
