import type { PresenceStatus } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';

/** Times of the last activity and the last request of a user's clients, UTC seconds; 0 for never. */
export interface PresenceTimes {
  readonly activeAt: number;
  readonly connectedAt: number;
}

/** Lifetime of a presence after the last request. Source: public behaviour of the reference server. */
const KEPT_SECONDS = 14 * 86_400;

const presenceKey = (realmId: number): string => `presence:${realmId}`;

const notePresence = RedisScript.fromFiles(import.meta.url, 'note-presence.lua');

/** Presences in Redis only, one small hash per realm. After a loss, the next pings of the clients restore them within a minute. */
export class PresenceStore {
  constructor(private readonly redis: Redis) {}

  /** Stores a sign of life. Returns the times before it, or undefined for the first one. */
  async note(
    realmId: number,
    userId: number,
    status: PresenceStatus,
    nowSeconds: number,
  ): Promise<PresenceTimes | undefined> {
    const before = await notePresence.run<string | null>(
      this.redis,
      [presenceKey(realmId)],
      [userId, nowSeconds, status, KEPT_SECONDS],
    );
    return before === null ? undefined : readTimes(before);
  }

  async ofUser(realmId: number, userId: number): Promise<PresenceTimes | undefined> {
    const found = await this.redis.hget(presenceKey(realmId), String(userId));
    return found === null ? undefined : readTimes(found);
  }

  /** By user id. Removes users without a sign of life for two weeks. */
  async ofRealm(realmId: number, nowSeconds: number): Promise<Map<number, PresenceTimes>> {
    const found = Object.entries(await this.redis.hgetall(presenceKey(realmId)));
    const times = new Map<number, PresenceTimes>();
    const old: string[] = [];
    for (const [userId, text] of found) {
      const seen = readTimes(text);
      if (seen.connectedAt < nowSeconds - KEPT_SECONDS) old.push(userId);
      else times.set(Number(userId), seen);
    }
    if (old.length > 0) await this.redis.hdel(presenceKey(realmId), ...old);
    return times;
  }
}

function readTimes(text: string): PresenceTimes {
  const space = text.indexOf(' ');
  return { activeAt: Number(text.slice(0, space)), connectedAt: Number(text.slice(space + 1)) };
}
