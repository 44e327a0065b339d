import { EVENT_SESSIONS_KEY, eventShardLeaseKey } from '@chat/contracts';
import { partitionOf, stateEventsTailKey, tailKey } from '@chat/event-log';
import type { Redis } from 'ioredis';

/** Where the log of a realm's partition ends; facts are among what is in it. */
export interface LogEnd {
  readonly position: string;
  readonly lastStateEvent: string;
}

/** Who holds a shard, asked of Redis each time: an old answer would cost a registration its time. */
export class ShardHolders {
  /** By shard, who held it last: very likely who holds it now, so that both questions are asked at once. */
  private readonly lastSessions = new Map<number, string>();

  constructor(
    private readonly redis: Redis,
    private readonly nowMs: () => number,
  ) {}

  /** The instance to ask, or undefined while the shard has no living holder. */
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
    return expiresAtMs !== null && Number(expiresAtMs) > this.nowMs() ? instance : undefined;
  }

  /** Where the log ends: what happens after this was called is behind that. */
  async logEnd(realmId: number): Promise<LogEnd> {
    const partition = partitionOf(realmId);
    // The last fact second: so those before the end are not behind it.
    const [position, lastStateEvent] = await Promise.all([
      this.redis.get(tailKey(partition)),
      this.redis.get(stateEventsTailKey(partition)),
    ]);
    return { position: position ?? '0-0', lastStateEvent: lastStateEvent ?? '0-0' };
  }
}
