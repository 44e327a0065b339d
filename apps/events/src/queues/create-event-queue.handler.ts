import { randomBytes } from 'node:crypto';
import {
  badRequest,
  type CreateEventQueue,
  type EventQueueOptions,
  eventShardOf,
  GetStreamFacts,
  isGuest,
  type PendingEventQueue,
  type Principal,
  serviceUnavailable,
  UserUpdated,
} from '@chat/contracts';
import { isAtLeast, parseLogPosition, partitionOf, RedisTransportClient, type RequestContext } from '@chat/transport';
import { Injectable } from '@nestjs/common';
import { EventSettings } from '../event-settings.js';
import { readQueueNarrow } from '../fanout/live-queue.js';
import { isPublicStream } from '../fanout/live-realm.js';
import type { UserFacts } from '../fanout/live-user.js';
import type { PublicStreams } from '../fanout/public-streams.js';
import { PendingQueue } from '../shards/pending-queue.js';
import type { Shard } from '../shards/shard.js';
import { ShardKeeper } from '../shards/shard-keeper.js';
import { QueueStore } from './queue-store.js';
import { SubscriptionLoader } from './subscription-loader.js';

/** A registration that takes longer is forgotten. */
const PENDING_LIFETIME_MS = 20_000;

/** See {@link CreateEventQueue}. */
@Injectable()
export class CreateEventQueueHandler {
  private readonly subscriptions: SubscriptionLoader;

  constructor(
    private readonly keeper: ShardKeeper,
    private readonly store: QueueStore,
    private readonly settings: EventSettings,
    private readonly client: RedisTransportClient,
  ) {
    this.subscriptions = new SubscriptionLoader(client);
  }

  async handle({ actor, ...options }: CreateEventQueue, context: RequestContext): Promise<PendingEventQueue> {
    checkOptions(actor, options);
    const number = eventShardOf(actor.userId);
    const shard = this.keeper.shard(number);
    if (!shard) throw serviceUnavailable('events');
    await this.makeRoom(shard, actor);
    const queueId = `${number}-${randomBytes(16).toString('hex')}`;
    const pending = new PendingQueue(queueId, actor, options, Date.now() + PENDING_LIFETIME_MS);
    const { logFollower } = this.keeper;
    // A replica that nobody was concerned by stands a while before now.
    const now = logFollower.mayBeBehind ? await logFollower.tail(partitionOf(actor.realmId)) : undefined;
    const { position, facts } = await shard.addPending(pending, now);
    try {
      // Known before the snapshots are taken, so never newer than they: what is between is in what the queue remembers.
      [pending.facts, pending.publicStreams] = await Promise.all([
        facts ?? this.factsOf(actor, context.asOf ?? '0-0', position),
        options.allPublicStreams ? this.publicStreams(actor.realmId, context) : undefined,
      ]);
    } catch (error) {
      shard.pending.delete(queueId);
      throw error;
    }
    return { queueId };
  }

  /** One more than a user may have ends the one that was fetched from least recently. */
  private async makeRoom(shard: Shard, { realmId, userId }: Principal): Promise<void> {
    const queueIds = shard.queuesOf(realmId, userId);
    if (queueIds.length < this.settings.maxQueuesPerUser) return;
    const stalest = await this.store.leastActive(shard.number, queueIds);
    if (stalest !== undefined) await shard.drop([stalest]);
  }

  private async factsOf(actor: Principal, asOf: string, position: string): Promise<UserFacts> {
    const [{ sequence, streamIds }, reader] = await Promise.all([
      this.subscriptions.load(actor.realmId, actor.userId),
      this.readerAt(actor, asOf, position),
    ]);
    return {
      userId: actor.userId,
      realmId: actor.realmId,
      isBot: actor.isBot,
      ...reader,
      roleInSight: reader.role,
      streamIds: new Set(streamIds),
      messagingSequence: sequence,
    };
  }

  /** The actor is as of `asOf` or later; what changed from there to where the shard stands is applied. */
  private async readerAt(
    actor: Principal,
    asOf: string,
    position: string,
  ): Promise<Pick<UserFacts, 'role' | 'botOwnerId'>> {
    let reader = { role: actor.role, botOwnerId: actor.botOwnerId ?? null };
    if (isAtLeast(parseLogPosition(asOf), parseLogPosition(position))) return reader;
    const events = await this.keeper.logFollower.readFactsBetween(partitionOf(actor.realmId), asOf, position);
    for (const event of events) {
      if (!UserUpdated.matches(event) || event.realmId !== actor.realmId) continue;
      const { userId, user } = event.payload;
      if (userId === actor.userId && user) reader = { role: user.role, botOwnerId: user.botOwnerId };
    }
    return reader;
  }

  private async publicStreams(realmId: number, { requestId, traceparent }: RequestContext): Promise<PublicStreams> {
    const context = { realmId, requestId, traceparent };
    const { sequence, state } = await this.client.request(GetStreamFacts, { realmId }, context);
    const streamIds = state.filter(isPublicStream).map(({ streamId }) => streamId);
    return { realmId, streamIds: new Set(streamIds), messagingSequence: sequence };
  }
}

function checkOptions(actor: Principal, options: EventQueueOptions): void {
  readQueueNarrow(options.narrow);
  if (options.allPublicStreams && isGuest(actor.role)) throw badRequest('User not authorized for this query');
}
