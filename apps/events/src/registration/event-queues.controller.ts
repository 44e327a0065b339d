import {
  badEventQueueId,
  CatchUpEvents,
  CreateEventQueue,
  DeleteEventQueue,
  eventShardOf,
  FetchEventQueues,
  type FetchedQueues,
  OpenEventQueue,
  type OpenedEventQueue,
  type PendingEventQueue,
  RegisterEventQueue,
  serviceUnavailable,
  shardOfQueueId,
} from '@chat/contracts';
import { partitionOf } from '@chat/event-log';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { QueueStore } from '../queues/queue-store.js';
import { ShardKeeper } from '../shards/shard-keeper.js';
import { CreateEventQueueService } from './create-event-queue.service.js';
import { RegisterEventQueueService } from './register-event-queue.service.js';

@Controller()
export class EventQueuesController {
  constructor(
    private readonly creating: CreateEventQueueService,
    private readonly registering: RegisterEventQueueService,
    private readonly keeper: ShardKeeper,
    private readonly store: QueueStore,
  ) {}

  @MessagePattern(CreateEventQueue.pattern)
  create(@Payload() request: CreateEventQueue, @Ctx() context: RpcContext): Promise<PendingEventQueue> {
    return this.creating.handle(request, context.request);
  }

  @MessagePattern(OpenEventQueue.pattern)
  async open(@Payload() { userId, queueId, stamps }: OpenEventQueue): Promise<OpenedEventQueue> {
    const isOpen = await this.keeper.shard(eventShardOf(userId))?.open(queueId, stamps);
    if (!isOpen) throw serviceUnavailable('events');
    return { queueId, lastEventId: -1 };
  }

  @MessagePattern(RegisterEventQueue.pattern)
  register(@Payload() request: RegisterEventQueue): Promise<OpenedEventQueue> {
    return this.registering.handle(request);
  }

  @MessagePattern(CatchUpEvents.pattern)
  async catchUp(@Payload() { userId, realmId, position }: CatchUpEvents): Promise<void> {
    const shard = this.keeper.shard(eventShardOf(userId));
    if (shard === undefined) throw serviceUnavailable('events');
    await shard.catchUpTo(partitionOf(realmId), position);
  }

  @MessagePattern(FetchEventQueues.pattern)
  fetch(@Payload() { queues }: FetchEventQueues): Promise<FetchedQueues> {
    return this.store.fetch(queues, shardOfQueueId);
  }

  @MessagePattern(DeleteEventQueue.pattern)
  async delete(@Payload() { userId, realmId, queueId }: DeleteEventQueue): Promise<void> {
    const shard = shardOfQueueId(queueId);
    if (shard === undefined || !(await this.store.dropOwned(shard, userId, realmId, queueId))) {
      throw badEventQueueId(queueId);
    }
    // If the holder is another replica, or one that follows in this moment, it finds out by itself. The queue is gone in any case.
    await this.keeper
      .shard(shard)
      ?.reconcile()
      .catch(() => {});
  }
}
