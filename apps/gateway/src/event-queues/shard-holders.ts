import { CatchUpEvents, EVENT_EPOCH_KEY, eventShardOf } from '@chat/contracts';
import { EventShardHolders, partitionOf, stateEventsTailKey, tailKey } from '@chat/event-log';
import type { RedisTransportClient, RequestContext } from '@chat/redis-rpc';
import type { Redis } from 'ioredis';
import { within } from '../admission/log-tail.js';

const CATCH_UP_TIMEOUT_MS = 1_000;

/** End of the log of a realm's partition, and the last state event in it. */
export interface LogEnd {
  readonly position: string;
  readonly lastStateEvent: string;
  /** The epoch of the data in Redis; undefined before a replica of events has checked them. */
  readonly epoch: number | undefined;
}

export class ShardHolders extends EventShardHolders {
  constructor(
    redis: Redis,
    private readonly client: Pick<RedisTransportClient, 'request' | 'clock'>,
  ) {
    super(redis, client.clock);
  }

  /** Later events are behind the resolved position. */
  async logEnd(realmId: number): Promise<LogEnd> {
    const partition = partitionOf(realmId);
    // In this order: the epoch is not later than the end, and no state event before the end is missed.
    const [epoch, position, lastStateEvent] = await Promise.all([
      this.redis.hget(EVENT_EPOCH_KEY, 'e'),
      this.redis.get(tailKey(partition)),
      this.redis.get(stateEventsTailKey(partition)),
    ]);
    return {
      position: position ?? '0-0',
      lastStateEvent: lastStateEvent ?? '0-0',
      epoch: epoch === null ? undefined : Number(epoch),
    };
  }

  /**
   * Makes the holder append all logged events to the user's queues, so that a client sees them without waiting. Best effort: the queue
   * gets the events a moment later in any case. Never rejects.
   */
  async catchUp(realmId: number, userId: number, context: RequestContext): Promise<void> {
    try {
      const found = Promise.all([this.find(eventShardOf(userId)), this.logEnd(realmId)]);
      const [instance, { position }] = await within(found, CATCH_UP_TIMEOUT_MS);
      if (instance !== undefined) {
        await this.client.request(CatchUpEvents, { userId, realmId, position }, context, instance);
      }
    } catch {
      // Best effort.
    }
  }
}
