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
import { RegistrationService } from './registration.service.js';

@Controller()
export class EventQueuesController {
  constructor(
    private readonly registrations: RegistrationService,
    private readonly keeper: ShardKeeper,
    private readonly store: QueueStore,
  ) {}

  @MessagePattern(CreateEventQueue.pattern)
  async create(@Payload() request: CreateEventQueue, @Ctx() context: RpcContext): Promise<PendingEventQueue> {
    return { queueId: await this.registrations.create(request, context.request) };
  }

  @MessagePattern(OpenEventQueue.pattern)
  async open(@Payload() request: OpenEventQueue): Promise<OpenedEventQueue> {
    await this.registrations.open(request);
    return { queueId: request.queueId, lastEventId: -1 };
  }

  @MessagePattern(RegisterEventQueue.pattern)
  async register(@Payload() request: RegisterEventQueue): Promise<OpenedEventQueue> {
    return { queueId: await this.registrations.register(request), lastEventId: -1 };
  }

  @MessagePattern(CatchUpEvents.pattern)
  async catchUp(@Payload() { userId, realmId, position }: CatchUpEvents): Promise<void> {
    const shard = this.keeper.shard(eventShardOf(userId));
    if (shard === undefined) throw serviceUnavailable('events');
    await shard.catchUpTo(partitionOf(realmId), position);
  }

  @MessagePattern(FetchEventQueues.pattern)
  fetch(@Payload() { queues }: FetchEventQueues): Promise<FetchedQueues> {
    return this.store.fetch(queues);
  }

  @MessagePattern(DeleteEventQueue.pattern)
  async delete(@Payload() { userId, realmId, queueId }: DeleteEventQueue): Promise<void> {
    const shard = shardOfQueueId(queueId);
    if (shard === undefined || !(await this.store.dropOwned(shard, userId, realmId, queueId))) {
      throw badEventQueueId(queueId);
    }
    // The queue is gone from Redis. Another holder of the shard removes it from memory with its next write or check.
    await this.keeper
      .shard(shard)
      ?.reconcile()
      .catch(() => {});
  }
}
