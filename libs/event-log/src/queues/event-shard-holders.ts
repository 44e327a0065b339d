import { EVENT_SESSIONS_KEY, eventShardLeaseKey } from '@chat/contracts';
import type { Redis } from 'ioredis';

/** The replicas of events that hold the shards. Every lookup reads Redis, because an old result would cost a registration its time. */
export class EventShardHolders {
  /** By shard, the session of its last known holder: usually the current one, so that both reads leave at once. */
  private readonly lastSessions = new Map<number, string>();

  /** `clock`: of the broker. */
  constructor(
    protected readonly redis: Redis,
    private readonly clock: { nowMs(): number },
  ) {}

  /** Resolves with the instance that holds the shard; undefined while there is none. */
  async find(shard: number): Promise<string | undefined> {
    const last = this.lastSessions.get(shard);
    const expiring = last === undefined ? null : this.redis.zscore(EVENT_SESSIONS_KEY, last);
    const [[session = null, instance = null], lastExpires] = await Promise.all([
      this.redis.hmget(eventShardLeaseKey(shard), 's', 'i'),
      expiring,
    ]);
    if (!session || !instance) return undefined;
    this.lastSessions.set(shard, session);
    const expiresAtMs = session === last ? lastExpires : await this.redis.zscore(EVENT_SESSIONS_KEY, session);
    return expiresAtMs !== null && Number(expiresAtMs) > this.clock.nowMs() ? instance : undefined;
  }
}
