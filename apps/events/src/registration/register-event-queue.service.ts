import { eventShardOf, type OpenedEventQueue, type RegisterEventQueue, serviceUnavailable } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { EventSettings } from '../event-settings.js';
import { QueueStore } from '../queues/queue-store.js';
import { ShardKeeper } from '../shards/shard-keeper.js';
import { checkOptions, makeRoom, newQueueId, readerAt, userState } from './registration-requests.js';

/** See {@link RegisterEventQueue}. */
@Injectable()
export class RegisterEventQueueService {
  constructor(
    private readonly keeper: ShardKeeper,
    private readonly store: QueueStore,
    private readonly settings: EventSettings,
  ) {}

  async handle({
    actor,
    since,
    actorAsOf,
    stamps,
    subscribedStreamIds,
    ...options
  }: RegisterEventQueue): Promise<OpenedEventQueue> {
    checkOptions(actor, options);
    const shard = this.keeper.shard(eventShardOf(actor.userId));
    const messagingSequence = stamps['messaging'];
    // What is public would be known as of now only, and must not be newer than the stamp.
    if (!shard || messagingSequence === undefined || options.allPublicStreams) throw serviceUnavailable('events');
    await makeRoom(shard, this.store, actor, this.settings.maxQueuesPerUser);
    const reader = await readerAt(this.keeper.logFollower, actor, actorAsOf, since);
    const queueId = newQueueId(shard);
    const state = userState(actor, reader, subscribedStreamIds, messagingSequence);
    await shard.register({ queueId, actor, options, publicStreams: undefined }, state, stamps, since);
    return { queueId, lastEventId: -1 };
  }
}
