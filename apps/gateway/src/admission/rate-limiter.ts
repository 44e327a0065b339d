import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { COUNT_CALL } from './count-call.lua.js';

/** A caller's calls are counted together for so long, from the first. */
const CALL_WINDOW_MS = 60_000;

export interface RateLimits {
  /** Calls a minute of one user; 0 = no limit. */
  readonly perUser: number;
  /** Calls a minute of one address, of those without valid credentials; 0 = no limit. */
  readonly perAddress: number;
  /** Pictures a minute of one address; 0 = no limit. */
  readonly picturesPerAddress: number;
}

/** State of a caller's rate limit after a call was counted. */
export interface RateLimitState {
  /** Names the window that the call was counted in. */
  readonly key: string;
  readonly limit: number;
  readonly remaining: number;
  readonly isOver: boolean;
  /** UTC seconds. */
  readonly resetAtSeconds: number;
  readonly retryAfterSeconds: number;
}

const countCall = new RedisScript(COUNT_CALL);

/**
 * Counts calls per minute in Redis, for all gateways together: one script call per request, sent with whatever else the
 * tick sends. Refused calls count too, so whoever does not slow down stays refused until the window ends.
 */
export class RateLimiter {
  constructor(
    private readonly redis: Redis,
    private readonly limits: RateLimits,
  ) {}

  /** Undefined when there is no limit. A `look` counts nothing and tells whether one more call would be too many. */
  countUser(realmId: number, userId: number, how: 'count' | 'look' = 'count'): Promise<RateLimitState> | undefined {
    return this.count(userKey(realmId, userId), this.limits.perUser, how);
  }

  countAddress(address: string): Promise<RateLimitState> | undefined {
    return this.count(`rate:address:${networkOf(address)}`, this.limits.perAddress, 'count');
  }

  /** Apart from calls: an organization's page shows hundreds of pictures, and many people may be behind one address. */
  countPicture(address: string): Promise<RateLimitState> | undefined {
    return this.count(`rate:pictures:${networkOf(address)}`, this.limits.picturesPerAddress, 'count');
  }

  /** Counts a call that was only looked at before. */
  countAfterLook({ key, limit }: RateLimitState): Promise<RateLimitState> | undefined {
    return this.count(key, limit, 'count');
  }

  private count(key: string, limit: number, how: 'count' | 'look'): Promise<RateLimitState> | undefined {
    if (limit === 0) return undefined;
    const added = how === 'count' ? 1 : 0;
    return countCall
      .run<[number, number]>(this.redis, [key], [CALL_WINDOW_MS, added])
      .then(([calls, leftMs]) => stateOf(key, limit, calls, leftMs, how));
  }
}

const userKey = (realmId: number, userId: number): string => `rate:user:${realmId}:${userId}`;

const stateOf = (key: string, limit: number, calls: number, leftMs: number, how: 'count' | 'look'): RateLimitState => ({
  key,
  limit,
  remaining: Math.max(0, limit - calls),
  isOver: how === 'count' ? calls > limit : calls >= limit,
  resetAtSeconds: Math.ceil((Date.now() + leftMs) / 1000),
  retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
});

/** One IPv6 customer has a /64 of addresses at least, so the network counts. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const full = address.includes('::')
    ? [...groups, ...Array(Math.max(0, missing)).fill('0'), ...tail.split(':')]
    : groups;
  return `${full.slice(0, 4).join(':')}::/64`;
}
