import { networkOf } from '@chat/auth';
import { rateLimitHit } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';

/** A caller's calls are counted for this long, from the first one. */
const WINDOW_MS = 60_000;
/** Cheap calls by which the sessions of a user may read, for each other call that the user may send. */
const READS_PER_CALL = 6;
/** Of one address; a provider ends the sessions of a whole company by one call for each person. */
const PROVIDER_CALLS_PER_MINUTE = 6_000;

/** Calls a minute; 0 = no limit. */
export interface RateLimits {
  readonly perUser: number;
  /** Calls of one address without valid credentials. */
  readonly perAddress: number;
  readonly picturesPerAddress: number;
}

/** State of a caller's rate limit after a call was counted. */
export interface RateLimitState {
  /** Redis key of the count. */
  readonly key: string;
  readonly limit: number;
  readonly remaining: number;
  readonly isOver: boolean;
  /** UTC seconds. */
  readonly resetAtSeconds: number;
  readonly retryAfterSeconds: number;
}

const countCall = RedisScript.fromFiles(import.meta.url, 'count-call.lua');

/**
 * Counts calls per minute in Redis, for all gateways together. Refused calls count too, so a client that does not slow down stays
 * refused until the window ends. The methods return undefined if there is no limit.
 */
export class RateLimiter {
  constructor(
    private readonly redis: Redis,
    private readonly limits: RateLimits,
  ) {}

  /** A `look` does not count the call; then `isOver` says whether one more call would exceed the limit. */
  countUser(realmId: number, userId: number, how: 'count' | 'look'): Promise<RateLimitState> | undefined {
    return this.count(`rate:user:${realmId}:${userId}`, this.limits.perUser, how === 'count' ? 1 : 0);
  }

  /** Calls by which the sessions of a user read. Dear ones cost more: `countMore`. */
  countRead(realmId: number, userId: number, how: 'count' | 'look'): Promise<RateLimitState> | undefined {
    return this.count(`rate:reads:${realmId}:${userId}`, READS_PER_CALL * this.limits.perUser, how === 'count' ? 1 : 0);
  }

  countAddress(address: string): Promise<RateLimitState> | undefined {
    return this.count(`rate:address:${networkOf(address)}`, this.limits.perAddress);
  }

  /** Apart from calls: a page shows hundreds of pictures, and many users may share an address. */
  countPicture(address: string): Promise<RateLimitState> | undefined {
    return this.count(`rate:pictures:${networkOf(address)}`, this.limits.picturesPerAddress);
  }

  /** Apart from calls: the sessions of a person would stay if the provider were refused because of other people. */
  countProviderCall(address: string): Promise<RateLimitState> | undefined {
    const limit = this.limits.perAddress === 0 ? 0 : PROVIDER_CALLS_PER_MINUTE;
    return this.count(`rate:providers:${networkOf(address)}`, limit);
  }

  /** Counts further costs of a call, or the call of a former `look`. */
  countMore({ key, limit }: RateLimitState, cost: number): Promise<RateLimitState> | undefined {
    return this.count(key, limit, cost);
  }

  private count(key: string, limit: number, cost = 1): Promise<RateLimitState> | undefined {
    if (limit === 0) return undefined;
    const counted = countCall.run<[number, number]>(this.redis, [key], [WINDOW_MS, cost]);
    return counted.then(([calls, leftMs]) => ({
      key,
      limit,
      remaining: Math.max(0, limit - calls),
      isOver: cost > 0 ? calls > limit : calls >= limit,
      resetAtSeconds: Math.ceil((Date.now() + leftMs) / 1000),
      retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
    }));
  }
}

/** Throws a 429 if the limit is exceeded. */
export function requireWithinLimit(rateLimitState: RateLimitState | undefined): void {
  if (rateLimitState?.isOver) throw rateLimitHit(rateLimitState.retryAfterSeconds);
}

/** Headers of every response to a counted call. */
export function rateLimitHeaders({ limit, remaining, resetAtSeconds }: RateLimitState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAtSeconds),
  };
}
