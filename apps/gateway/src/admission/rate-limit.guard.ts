import { rateLimitHit } from '@chat/contracts';
import type { RateLimitState } from './rate-limiter.js';

/** Throws the 429 of the contract. */
export function requireWithinLimit(rateLimitState: RateLimitState | undefined): void {
  if (rateLimitState?.isOver) throw rateLimitHit(rateLimitState.retryAfterSeconds);
}

export function rateLimitHeaders(rateLimitState: RateLimitState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(rateLimitState.limit),
    'x-ratelimit-remaining': String(rateLimitState.remaining),
    'x-ratelimit-reset': String(rateLimitState.resetAtSeconds),
  };
}
