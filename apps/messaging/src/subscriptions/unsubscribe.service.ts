import {
  type Account,
  badRequest,
  isAdministrator,
  mayReadStream,
  maySeeStream,
  type Principal,
  type StreamRecord,
  type SubscriptionsToEnd,
  streamNameDoesNotExist,
  type UnsubscribeOutcome,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { RealmProjections } from '../projections/realm-projections.js';
import type { RealmUsers } from '../projections/realm-users.js';
import { readStreamsByKey } from '../stream-records/read-streams.js';
import { EndedSubscriptions } from './ended-subscriptions.js';
import { principalsOf } from './principals.js';
import { removeSubscriptions } from './remove-subscriptions.js';
import { unsubscribeOutcome } from './subscribe.service.js';

/** Ends subscriptions, one's own or others'; all or nothing. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly ended: EndedSubscriptions,
  ) {}

  async unsubscribe(
    actor: Principal,
    { subscriptions: names, principals }: SubscriptionsToEnd,
    context: RequestContext,
  ): Promise<UnsubscribeOutcome> {
    const { realmId } = actor;
    const accounts = await this.projections.users(realmId);
    const users = principalsOf(principals, actor, accounts);
    const { streams, ...ended } = await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      const keys = [...new Set(names.map((name) => foldName(name.trim())))];
      const found = await readStreamsByKey(tx, realmId, keys);
      const subscribed = await this.access.subscribedAmong(
        actor.userId,
        found.map((stream) => stream.streamId),
        tx,
      );
      const visible = new Map(
        found
          .filter((stream) => maySeeStream(actor, stream, subscribed.has(stream.streamId)))
          .map((stream) => [foldName(stream.name), stream]),
      );
      const unknown = names.find((name) => !visible.has(foldName(name.trim())));
      if (unknown !== undefined) throw streamNameDoesNotExist(unknown.trim());
      const streams = keys.map((key) => visible.get(key) as StreamRecord);
      for (const stream of streams) {
        checkMayRemove(actor, users, stream, subscribed.has(stream.streamId), accounts);
      }
      const userIds = users.map((user) => user.userId);
      return { streams, ...(await removeSubscriptions(tx, realmId, userIds, streams, accounts)) };
    });
    await this.ended.settle(realmId, ended, context);
    return unsubscribeOutcome(users, streams, ended.removed);
  }
}

/**
 * Oneself: always. A bot of one's own: from streams that one can access. Others: administrators from every stream; whoever is in the
 * stream's group for it, from a stream that they can access.
 */
function checkMayRemove(
  actor: Principal,
  users: readonly Account[],
  stream: StreamRecord,
  isSubscribed: boolean,
  accounts: RealmUsers,
): void {
  if (isAdministrator(actor.role)) return;
  const others = users.filter((user) => user.userId !== actor.userId);
  if (others.length === 0) return;
  const canAccess = mayReadStream(actor, stream, isSubscribed);
  const isInGroup = () => accounts.isMember(stream.canRemoveSubscribersGroupId, actor.userId);
  const areOwnBots = others.every((user) => user.isBot && user.botOwnerId === actor.userId);
  if (!canAccess || !(areOwnBots || isInGroup())) throw badRequest('Insufficient permission');
}
