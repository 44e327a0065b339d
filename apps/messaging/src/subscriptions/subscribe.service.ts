import { isAllowedBy, type Policy } from '@chat/auth';
import {
  type Account,
  badRequest,
  guestsNotAllowed,
  isGuest,
  MAX_SUBSCRIPTIONS_PER_REQUEST,
  mayReadStream,
  type NewSubscriptions,
  organizationOwnerRequired,
  type Principal,
  Role,
  type StreamProperties,
  type StreamRecord,
  type StreamToSubscribe,
  type SubscriptionChanges,
} from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { Notices } from '../messages/notices/notices.js';
import { checkedDescription, checkedStreamName } from '../names/check-text.js';
import { RealmProjections, type RealmState } from '../projections/realm-projections.js';
import { StreamDescriptions } from '../stream-records/stream-descriptions.js';
import { readStreamsByKey, type Subscribed } from '../stream-records/stream-records.repository.js';
import {
  checkedRemovalGroup,
  checkMayCreate,
  newStreamPermissions,
  newStreamProperties,
} from '../streams/stream-properties.js';
import { insertStream } from '../streams/streams.repository.js';
import { addSubscriptions } from './add-subscriptions.js';
import { removeSubscriptions } from './remove-subscriptions.js';
import { subscriptionNotices } from './subscription-notices.js';
import { principalsOf, UnsubscribeService, unsubscribeOutcome } from './unsubscribe.service.js';

interface WantedStream {
  readonly name: string;
  readonly key: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly color: string | undefined;
}

/** A request to subscribe users, and to unsubscribe the actor. The properties are those of streams that do not exist yet. */
interface Request
  extends StreamProperties,
    Pick<NewSubscriptions, 'subscriptions' | 'principals' | 'authorizationErrorsFatal' | 'announce'> {
  readonly unsubscribeFrom: readonly string[];
}

interface Plan {
  readonly actor: Principal;
  readonly request: Request;
  readonly realmState: RealmState;
  readonly wanted: readonly WantedStream[];
  readonly users: readonly Account[];
}

/** Subscribes users to streams and creates missing streams, in one transaction under the realm lock. */
@Injectable()
export class SubscribeService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly descriptions: StreamDescriptions,
    private readonly projections: RealmProjections,
    private readonly notices: Notices,
    private readonly unsubscribing: UnsubscribeService,
  ) {}

  async subscribe(actor: Principal, request: NewSubscriptions, context: RequestContext) {
    const { unauthorized, ...outcome } = await this.change(actor, { ...request, unsubscribeFrom: [] }, context);
    return { ...outcome, unauthorized: request.authorizationErrorsFatal ? undefined : unauthorized };
  }

  async update(actor: Principal, { add, delete: unsubscribeFrom }: SubscriptionChanges, context: RequestContext) {
    if (add.length === 0 && unsubscribeFrom.length === 0) {
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    }
    const request = { subscriptions: add, unsubscribeFrom, authorizationErrorsFatal: true, announce: false };
    return this.change(actor, request, context);
  }

  private async change(actor: Principal, request: Request, context: RequestContext) {
    if (isGuest(actor.role)) throw guestsNotAllowed();
    const realmState = await this.projections.state(actor.realmId);
    const users = principalsOf(request.principals, actor, realmState.users);
    this.checkMaySubscribe(actor, users, realmState);
    if (users.length * request.subscriptions.length > MAX_SUBSCRIPTIONS_PER_REQUEST) {
      throw badRequest(`Too many subscriptions (limit: ${MAX_SUBSCRIPTIONS_PER_REQUEST})`);
    }
    const { canRemoveSubscribersGroupId } = request;
    if (canRemoveSubscribersGroupId !== undefined) checkedRemovalGroup(canRemoveSubscribersGroupId, realmState.users);
    const wanted = await this.checkedStreams(actor.realmId, request.subscriptions);
    const { ended, ...done } = await this.database.transaction((tx) =>
      this.run(tx, { actor, request, realmState, wanted, users }),
    );
    await this.unsubscribing.settle(actor.realmId, ended, context);
    return done;
  }

  private async run(tx: Transaction, plan: Plan) {
    const { actor, request, realmState, wanted, users } = plan;
    const { realmId } = actor;
    await lockRealm(tx, realmId);
    const keys = wanted.map((stream) => stream.key);
    const found = await readStreamsByKey(tx, realmId, keys);
    const { authorized, unauthorized } = await this.sortByAuthorization(tx, actor, found);
    if (unauthorized[0] && request.authorizationErrorsFatal) {
      throw badRequest(`Unable to access stream (${unauthorized[0].name}).`);
    }
    const existingKeys = new Set(found.map((stream) => foldName(stream.name)));
    const missing = wanted.filter((stream) => !existingKeys.has(stream.key));
    const created = await this.create(tx, plan, missing);
    const streams = [...authorized, ...created];
    const colors = new Map(wanted.map((stream) => [stream.key, stream.color]));
    const pairs = streams.flatMap((stream) =>
      users.map(({ userId }) => ({ userId, streamId: stream.streamId, color: colors.get(foldName(stream.name)) })),
    );
    const added = pairs.length > 0 ? await addSubscriptions(tx, realmId, pairs, streams, realmState.users) : [];
    const removal = await this.unsubscribe(tx, actor, request.unsubscribeFrom, realmState);
    const summary = { actor, realmState, users, added, streams, created, announce: request.announce };
    const linkable = streams.map(({ streamId: id, name }) => ({ id, name }));
    await this.notices.send(tx, realmState, await subscriptionNotices(tx, summary), linkable, actor.userId);
    return { ...outcome(users, streams, added), unauthorized: unauthorized.map((stream) => stream.name), ...removal };
  }

  private checkMaySubscribe(actor: Principal, users: readonly Account[], { realm }: RealmState): void {
    if (users.every((user) => user.userId === actor.userId)) return;
    const policy = realm.inviteToStreamPolicy as Policy;
    if (!isAllowedBy(policy, actor, realm.waitingPeriodThreshold, Date.now() / 1000)) {
      throw badRequest('Insufficient permission');
    }
  }

  private async checkedStreams(realmId: number, streams: readonly StreamToSubscribe[]): Promise<WantedStream[]> {
    const wanted = new Map<string, WantedStream>();
    for (const stream of streams) {
      const name = checkedStreamName(stream.name);
      const key = foldName(name);
      if (wanted.has(key)) continue;
      const description = checkedDescription(stream.description ?? '');
      const renderedDescription = description ? await this.descriptions.render(realmId, description) : '';
      wanted.set(key, { name, key, description, renderedDescription, color: stream.color });
    }
    return [...wanted.values()];
  }

  private async sortByAuthorization(tx: Transaction, actor: Principal, streams: readonly StreamRecord[]) {
    const ids = streams.map((stream) => stream.streamId);
    const subscribed = await this.access.subscribedAmong(actor.userId, ids, tx);
    const isAuthorized = (stream: StreamRecord) => mayReadStream(actor, stream, subscribed.has(stream.streamId));
    return { authorized: streams.filter(isAuthorized), unauthorized: streams.filter((s) => !isAuthorized(s)) };
  }

  private async create(tx: Transaction, { actor, request, realmState }: Plan, missing: readonly WantedStream[]) {
    if (missing.length === 0) return [];
    checkMayCreate(actor, realmState.realm, newStreamPermissions(request), Date.now() / 1000);
    const properties = newStreamProperties(request, realmState);
    if (properties.messageRetentionDays !== null && actor.role !== Role.Owner) throw organizationOwnerRequired();
    const created: StreamRecord[] = [];
    for (const { name, description, renderedDescription } of missing) {
      const stream = { ...properties, name, description, renderedDescription, creatorId: actor.userId };
      created.push(await insertStream(tx, actor.realmId, stream));
    }
    return created;
  }

  private async unsubscribe(tx: Transaction, actor: Principal, names: readonly string[], { users }: RealmState) {
    if (names.length === 0) return { removed: [], notRemoved: [], ended: { removed: [], archivedStreamIds: [] } };
    const { found } = await this.unsubscribing.findVisible(tx, actor, names);
    const ended = await removeSubscriptions(tx, actor.realmId, [actor.userId], found, users);
    return { ...unsubscribeOutcome([actor], found, ended), ended };
  }
}

function outcome(users: readonly Account[], streams: readonly StreamRecord[], added: readonly Subscribed[]) {
  const isNew = new Set(added.map(({ userId, streamId }) => `${userId}:${streamId}`));
  const subscribed: Record<string, string[]> = {};
  const alreadySubscribed: Record<string, string[]> = {};
  for (const { userId, email } of users) {
    for (const { streamId, name } of streams) {
      const names = isNew.has(`${userId}:${streamId}`) ? subscribed : alreadySubscribed;
      names[email] ??= [];
      names[email].push(name);
    }
  }
  return { subscribed, alreadySubscribed };
}
