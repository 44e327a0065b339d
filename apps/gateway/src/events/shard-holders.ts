import { EVENT_SESSIONS_KEY, eventShardLeaseKey } from '@chat/contracts';
import type { Redis } from 'ioredis';

/** Who holds a shard, asked of Redis each time: an old answer would cost a registration its time. */
export class ShardHolders {
  constructor(
    private readonly redis: Redis,
    private readonly nowMs: () => number,
  ) {}

  /** The instance to ask, or undefined while the shard has no living holder. */
  async find(shard: number): Promise<string | undefined> {
    const [session = null, instance = null] = await this.redis.hmget(eventShardLeaseKey(shard), 's', 'i');
    if (!session || !instance) return undefined;
    const expiresAtMs = await this.redis.zscore(EVENT_SESSIONS_KEY, session);
    return expiresAtMs !== null && Number(expiresAtMs) > this.nowMs() ? instance : undefined;
  }
}
