import {
  type Account,
  badRequest,
  ForgetArchivedStreams,
  isAdministrator,
  mayReadStream,
  maySeeStream,
  notAuthorizedFor,
  type Principal,
  type StreamRecord,
  type SubscriptionsToEnd,
  streamNameDoesNotExist,
  type UnsubscribeOutcome,
} from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit, ServiceResources } from '@chat/service-kit';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { ReadMarks } from '../message-flags/read-marks.js';
import { RealmProjections } from '../projections/realm-projections.js';
import type { RealmUsers } from '../projections/realm-users.js';
import { readStreamsByKey } from '../stream-records/stream-records.repository.js';
import { type RemovedSubscriptions, removeSubscriptions } from './remove-subscriptions.js';

/** Left streams that are marked as read before the response; the event consumer marks the others. */
const MAX_MARKED_AT_ONCE = 20;

/** Ends subscriptions of the actor or of other users, all or none. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly readMarks: ReadMarks,
    private readonly afterCommit: AfterCommit,
    private readonly resources: ServiceResources,
  ) {}

  async unsubscribe(
    actor: Principal,
    { subscriptions: names, principals }: SubscriptionsToEnd,
    context: RequestContext,
  ): Promise<UnsubscribeOutcome> {
    const accounts = await this.projections.users(actor.realmId);
    const users = principalsOf(principals, actor, accounts);
    const { streams, ended } = await this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      const { found, isSubscribed } = await this.findVisible(tx, actor, names);
      for (const stream of found) checkMayRemove(actor, users, stream, isSubscribed(stream), accounts);
      const byKey = new Map(found.map((stream) => [foldName(stream.name), stream]));
      const streams = [...new Set(names.map(keyOf))].map((key) => byKey.get(key) as StreamRecord);
      const userIds = users.map((user) => user.userId);
      return { streams, ended: await removeSubscriptions(tx, actor.realmId, userIds, streams, accounts) };
    });
    await this.settle(actor.realmId, ended, context);
    return unsubscribeOutcome(users, streams, ended);
  }

  /** The named streams, by id. Throws unless the actor sees all of them. */
  async findVisible(tx: Transaction, actor: Principal, names: readonly string[]) {
    const found = await readStreamsByKey(tx, actor.realmId, names.map(keyOf));
    const ids = found.map((stream) => stream.streamId);
    const subscribed = await this.access.subscribedAmong(actor.userId, ids, tx);
    const isSubscribed = ({ streamId }: StreamRecord) => subscribed.has(streamId);
    const visible = found.filter((stream) => maySeeStream(actor, stream, isSubscribed(stream)));
    const visibleKeys = new Set(visible.map((stream) => foldName(stream.name)));
    const unknown = names.find((name) => !visibleKeys.has(keyOf(name)));
    if (unknown !== undefined) throw streamNameDoesNotExist(unknown.trim());
    return { found, isSubscribed };
  }

  /**
   * Applies the effects of ended subscriptions in other places, so that clients see them with the event. Call it after the commit. Never
   * rejects: event consumers repeat later each effect that fails here.
   */
  async settle(realmId: number, { removed, archivedStreamIds }: RemovedSubscriptions, cause: RequestContext) {
    await this.readMarks.readLeft(realmId, removed.slice(0, MAX_MARKED_AT_ONCE)).catch((error: unknown) => {
      this.resources.logger.warn({ realmId, err: error }, 'Left streams not marked as read; the event consumer will');
    });
    if (archivedStreamIds.length === 0) return;
    await this.afterCommit.ask(ForgetArchivedStreams, { realmId, streamIds: archivedStreamIds }, cause);
  }
}

const keyOf = (name: string): string => foldName(name.trim());

/**
 * Users may always unsubscribe themselves, and administrators everyone. Owners of bots and members of the stream's removal group need
 * access to the stream.
 */
function checkMayRemove(
  actor: Principal,
  users: readonly Pick<Principal, 'userId' | 'isBot' | 'botOwnerId'>[],
  stream: StreamRecord,
  isSubscribed: boolean,
  accounts: RealmUsers,
): void {
  if (isAdministrator(actor.role)) return;
  const others = users.filter((user) => user.userId !== actor.userId);
  if (others.length === 0) return;
  const isInGroup = () => accounts.groups.isMember(stream.canRemoveSubscribersGroupId, actor.userId);
  const areOwnBots = others.every((user) => user.isBot && user.botOwnerId === actor.userId);
  if (!mayReadStream(actor, stream, isSubscribed) || !(areOwnBots || isInGroup())) {
    throw badRequest('Insufficient permission');
  }
}

/** Names of streams, once per user, by whether the user was subscribed. */
export function unsubscribeOutcome(
  users: readonly { readonly userId: number }[],
  streams: readonly StreamRecord[],
  { removed }: RemovedSubscriptions,
): UnsubscribeOutcome {
  const wasSubscribed = new Set(removed.map(({ userId, streamId }) => `${userId}:${streamId}`));
  const namesWhere = (isWanted: boolean) =>
    users.flatMap(({ userId }) =>
      streams.filter(({ streamId }) => wasSubscribed.has(`${userId}:${streamId}`) === isWanted).map(({ name }) => name),
    );
  return { removed: namesWhere(true), notRemoved: namesWhere(false) };
}

/**
 * The active users that a request names by ids or API emails, each once; by default the actor. Unknown users, deactivated users and system
 * bots get the same error.
 */
export function principalsOf(
  principals: readonly string[] | readonly number[] | undefined,
  actor: Principal,
  users: RealmUsers,
): Account[] {
  const named = principals === undefined || principals.length === 0 ? [actor.userId] : principals;
  const found = new Map<number, Account>();
  for (const principal of named) {
    const user = typeof principal === 'number' ? users.get(principal) : users.getByEmail(principal);
    if (!user?.isActive || user.isSystemBot) throw notAuthorizedFor(principal);
    found.set(user.userId, user);
  }
  return [...found.values()];
}
