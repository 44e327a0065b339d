import { createHash, randomUUID } from 'node:crypto';
import { rateLimitHit } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { BEGIN_TRY, END_TRY } from './try-limits.lua.js';

const beginTry = new RedisScript(BEGIN_TRY);
const endTry = new RedisScript(END_TRY);

export interface TryLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** Whose tries are counted together: an account, an address. */
export interface TryScope extends TryLimit {
  readonly key: string;
  /** A success makes up for the failures before it. */
  readonly isForgiving: boolean;
}

/** A try that takes longer is taken for dead. */
const TRY_LEASE_MS = 20_000;
/** How long a try waits for others that are under way; below the deadline of the request. */
const MAX_WAIT_MS = 8_000;
const ASK_AGAIN_MS = 50;

/**
 * Limits on failed tries, in Redis for all replicas together. Guarantee: within a window no more than `limit` tries of a scope
 * fail, however many run at once; successes are not counted.
 */
export class TryLimits {
  constructor(private readonly redis: Redis) {}

  /**
   * Runs `work`, which says whether the try succeeded; throws RATE_LIMIT_HIT instead when a scope has no try left. A try that
   * ends in an error counts neither way.
   */
  async run<Result>(
    scopes: readonly TryScope[],
    work: () => Promise<{ readonly succeeded: boolean; readonly result: Result }>,
  ): Promise<Result> {
    const name = randomUUID();
    const begun: TryScope[] = [];
    try {
      for (const scope of scopes) {
        await this.begin(scope, name);
        begun.push(scope);
      }
      const { succeeded, result } = await work();
      const ended = begun.splice(0);
      await Promise.all(
        ended.map((scope) =>
          this.end(scope, name, succeeded ? (scope.isForgiving ? 'forget' : 'succeeded') : 'failed'),
        ),
      );
      return result;
    } finally {
      await Promise.all(begun.map((scope) => this.end(scope, name, 'succeeded').catch(() => {})));
    }
  }

  /** Forgets the failures of a scope. */
  async forget(key: string): Promise<void> {
    await this.redis.del(...keysOf(key));
  }

  private async begin(scope: TryScope, name: string): Promise<void> {
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const parameters = [name, scope.limit, scope.windowMs, TRY_LEASE_MS];
      const waitMs = await beginTry.run<number>(this.redis, keysOf(scope.key), parameters);
      if (waitMs === 0) return;
      if (waitMs > 0) throw rateLimitHit(Math.ceil(waitMs / 1000));
      if (performance.now() > giveUpAt) throw rateLimitHit(1);
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }

  private async end(scope: TryScope, name: string, outcome: 'failed' | 'succeeded' | 'forget'): Promise<void> {
    await endTry.run(this.redis, keysOf(scope.key), [name, scope.windowMs, outcome]);
  }
}

/** Two keys in one cluster slot. Names are the client's choice, so only their hash is a key. */
function keysOf(scopeKey: string): [string, string] {
  const tag = createHash('sha256').update(scopeKey).digest('base64url').slice(0, 32);
  return [`{tries:${tag}}:failed`, `{tries:${tag}}:running`];
}
