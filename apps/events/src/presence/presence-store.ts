import type { PresenceStatus } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';

/** When a person was last seen, UTC seconds; 0 for never. */
export interface PresenceTimes {
  readonly activeAt: number;
  readonly connectedAt: number;
}

/** Presences are kept for so long after the last sign of life. Source: public behaviour of the reference server. */
const KEPT_SECONDS = 14 * 86_400;

const presenceKey = (realmId: number): string => `presence:${realmId}`;

const notePresence = RedisScript.fromFiles(import.meta.url, 'note-presence.lua');

/** Who was seen when: in Redis alone, one small hash per realm. Losing it costs nothing but a minute of grey dots. */
export class PresenceStore {
  constructor(private readonly redis: Redis) {}

  /** Resolves with what was known before; undefined for the first sign of life. */
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

  /** By user id; those not seen for two weeks are forgotten. */
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
