import {
  badRequest,
  type GetSubscriptionStatus,
  type GetSubscriptions,
  subscriptionOnWire,
  type WireSubscription,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { readSubscribers } from '../stream-records/subscribers.js';
import { readSubscribedStreams } from './subscribed-streams.js';

/** What a user is subscribed to. */
@Injectable()
export class OwnSubscriptionsHandler {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
  ) {}

  async list({ actor, includeSubscribers }: GetSubscriptions): Promise<{ subscriptions: WireSubscription[] }> {
    const own = await readSubscribedStreams(this.database, actor.realmId, actor.userId);
    const streamIds = own.map(({ stream }) => stream.streamId);
    const subscribers = includeSubscribers
      ? await readSubscribers(this.database, streamIds, await this.projections.users(actor.realmId))
      : undefined;
    return {
      subscriptions: own.map(({ stream, settings }) =>
        subscriptionOnWire(stream, settings, null, subscribers && (subscribers.get(stream.streamId) ?? [])),
      ),
    };
  }

  async status({ actor, userId, streamId }: GetSubscriptionStatus): Promise<{ isSubscribed: boolean }> {
    const user = (await this.projections.users(actor.realmId)).get(userId);
    if (!user || user.isSystemBot) throw badRequest('No such user');
    if (!user.isActive) throw badRequest('User is deactivated');
    await this.access.stream(actor, streamId, 'see');
    const subscribed = await this.access.subscribedAmong(userId, [streamId]);
    return { isSubscribed: subscribed.has(streamId) };
  }
}
