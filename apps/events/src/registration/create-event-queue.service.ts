import {
  type CreateEventQueue,
  eventShardOf,
  GetStreams,
  type PendingEventQueue,
  type Principal,
  serviceUnavailable,
} from '@chat/contracts';
import { partitionOf } from '@chat/event-log';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { EventSettings } from '../event-settings.js';
import { isPublicStream } from '../fan-out/live-realm.js';
import type { UserState } from '../fan-out/live-user.js';
import type { PublicStreams } from '../fan-out/public-streams.js';
import { QueueStore } from '../queues/queue-store.js';
import { PendingQueue } from '../shards/pending-queue.js';
import { ShardKeeper } from '../shards/shard-keeper.js';
import { checkOptions, makeRoom, newQueueId, readerAt, userState } from './registration-requests.js';
import { SubscriptionLoader } from './subscription-loader.js';

/** A registration that takes longer is forgotten. */
const PENDING_LIFETIME_MS = 20_000;

/** See {@link CreateEventQueue}. */
@Injectable()
export class CreateEventQueueService {
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
    const shard = this.keeper.shard(eventShardOf(actor.userId));
    if (!shard) throw serviceUnavailable('events');
    await makeRoom(shard, this.store, actor, this.settings.maxQueuesPerUser);
    const queueId = newQueueId(shard);
    const pending = new PendingQueue(queueId, actor, options, Date.now() + PENDING_LIFETIME_MS);
    const { logFollower } = this.keeper;
    // A replica that nobody was concerned by stands a while before now.
    const now = logFollower.mayBeBehind ? await logFollower.tail(partitionOf(actor.realmId)) : undefined;
    const { position, state } = await shard.addPending(pending, now);
    try {
      // Known before the snapshots are taken, so never newer than they: what is between is in what the queue remembers.
      [pending.state, pending.publicStreams] = await Promise.all([
        state ?? this.stateOf(actor, context.asOf ?? '0-0', position),
        options.allPublicStreams ? this.publicStreams(actor.realmId, context) : undefined,
      ]);
    } catch (error) {
      shard.pending.delete(queueId);
      throw error;
    }
    return { queueId };
  }

  private async stateOf(actor: Principal, asOf: string, position: string): Promise<UserState> {
    const [{ sequence, streamIds }, reader] = await Promise.all([
      this.subscriptions.load(actor.realmId, actor.userId),
      readerAt(this.keeper.logFollower, actor, asOf, position),
    ]);
    return userState(actor, reader, streamIds, sequence);
  }

  private async publicStreams(realmId: number, { requestId, traceparent }: RequestContext): Promise<PublicStreams> {
    const context = { realmId, requestId, traceparent };
    const { sequence, state } = await this.client.request(GetStreams, { realmId }, context);
    const streamIds = state.filter(isPublicStream).map(({ streamId }) => streamId);
    return { realmId, streamIds: new Set(streamIds), messagingSequence: sequence };
  }
}
