import { randomBytes } from 'node:crypto';
import { EVENT_SESSIONS_KEY, EVENT_SHARDS, EVENT_SHARDS_CHANNEL, eventShardLeaseKey } from '@chat/contracts';
import { LOG_PARTITIONS } from '@chat/event-log';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import type { RedisEpoch } from '../epochs/redis-epochs.js';

const renewSession = RedisScript.fromFiles(import.meta.url, 'renew-session.lua');
const takeShard = RedisScript.fromFiles(import.meta.url, 'take-shard.lua');
const releaseShard = RedisScript.fromFiles(import.meta.url, 'release-shard.lua');

const CURSOR_FIELDS = Array.from({ length: LOG_PARTITIONS }, (_, partition) => `c${partition}`);

/** A shard that this replica has just taken. */
export interface TakenShard {
  readonly token: string;
  readonly version: number;
  /** By partition; null if the shard never had one. */
  readonly cursors: readonly (string | null)[];
}

/** Sessions of replicas and leases of shards, in Redis. Any command may fail while Redis is away; repeat it later. */
export class ShardLeases {
  constructor(private readonly redis: Redis) {}

  /** Opens or renews a session. Returns the sorted live sessions, or undefined if the session to renew has expired. */
  async renew(session: string, lifetimeMs: number, mode: 'open' | 'renew'): Promise<string[] | undefined> {
    const reply = await renewSession.run<string[] | null>(
      this.redis,
      [EVENT_SESSIONS_KEY],
      [session, lifetimeMs, mode],
    );
    return reply?.toSorted();
  }

  async endSession(session: string): Promise<void> {
    await this.redis.zrem(EVENT_SESSIONS_KEY, session);
    await this.announce();
  }

  /** Makes every replica check the holders of shards at once. */
  async announce(): Promise<void> {
    await this.redis.publish(EVENT_SHARDS_CHANNEL, '');
  }

  /** The session that holds each shard, or "". */
  async holders(): Promise<string[]> {
    const pipeline = this.redis.pipeline();
    for (let shard = 0; shard < EVENT_SHARDS; shard++) pipeline.hget(eventShardLeaseKey(shard), 's');
    const replies = (await pipeline.exec()) ?? [];
    return replies.map(([error, session]) => {
      if (error) throw error;
      return (session as string | null) ?? '';
    });
  }

  /** Returns undefined if the holder is no longer `from`. */
  async take(
    shard: number,
    from: string,
    session: string,
    instance: string,
    { number, history }: RedisEpoch,
  ): Promise<TakenShard | undefined> {
    const token = newToken();
    const reply = await takeShard.run<[string, ...(string | null)[]] | null>(
      this.redis,
      [eventShardLeaseKey(shard)],
      [from, session, instance, token, number, history, ...CURSOR_FIELDS],
    );
    if (reply === null) return undefined;
    const [version, ...cursors] = reply;
    return { token, version: Number(version), cursors };
  }

  async release(shard: number, token: string): Promise<void> {
    await releaseShard.run<number>(this.redis, [eventShardLeaseKey(shard)], [token, EVENT_SHARDS_CHANNEL, shard]);
  }
}

/**
 * Random, so that no takeover has the token of another one, also if Redis forgot that one. An integer with room above it: a replica of the
 * former release increments it.
 */
const newToken = (): string => (randomBytes(8).readBigUInt64BE() >> 2n).toString();
