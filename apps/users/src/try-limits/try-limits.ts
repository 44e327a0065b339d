import { createHash, randomUUID } from 'node:crypto';
import { networkOf } from '@chat/auth';
import { setting } from '@chat/configuration';
import { ApiError, rateLimitHit } from '@chat/contracts';
import { RedisScript } from '@chat/redis';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { BEGIN_TRY, END_TRY } from './try-limits.lua.js';

const beginTry = new RedisScript(BEGIN_TRY);
const endTry = new RedisScript(END_TRY);

/** Tries that are counted together, for example for an account or for a network address. */
export interface TryScope {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** A success deletes the failures before it. */
  readonly isForgiving: boolean;
}

/** A try without an end after this time no longer counts as running. */
const TRY_LEASE_MS = 20_000;
/** A try waits this long for running tries; below the deadline of the request. */
const MAX_WAIT_MS = 8_000;
const POLL_MS = 50;

/**
 * Limits failed tries for all replicas, in Redis. Within a window no more than `limit` tries of a scope fail, however many run at
 * once. Successes do not count.
 */
@Injectable()
export class TryLimits {
  constructor(private readonly resources: ServiceResources) {}

  /**
   * Runs `work` as one try of every scope. Throws RATE_LIMIT_HIT instead if a scope has reached its limit. A try that rejects counts
   * neither as a failure nor as a success.
   */
  async run<Result>(
    scopes: readonly TryScope[],
    work: () => Promise<Result>,
    isSuccess: (result: Result) => boolean,
  ): Promise<Result> {
    const name = randomUUID();
    const begun: TryScope[] = [];
    try {
      for (const scope of scopes) {
        await this.begin(scope, name);
        begun.push(scope);
      }
      const result = await work();
      const succeeded = isSuccess(result);
      const outcomeOf = ({ isForgiving }: TryScope) => (isForgiving ? 'forget' : 'succeeded');
      await Promise.all(begun.splice(0).map((scope) => this.end(scope, name, succeeded ? outcomeOf(scope) : 'failed')));
      return result;
    } finally {
      await Promise.all(begun.map((scope) => this.end(scope, name, 'succeeded').catch(() => {})));
    }
  }

  /** Deletes the failures of a scope. */
  async forget(key: string): Promise<void> {
    await this.resources.redis.del(...keysOf(key));
  }

  private async begin(scope: TryScope, name: string): Promise<void> {
    const deadline = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const parameters = [name, scope.limit, scope.windowMs, TRY_LEASE_MS];
      const waitMs = await beginTry.run<number>(this.resources.redis, keysOf(scope.key), parameters);
      if (waitMs === 0) return;
      if (waitMs > 0) throw rateLimitHit(Math.ceil(waitMs / 1000));
      if (performance.now() > deadline) throw rateLimitHit(1);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  private async end(scope: TryScope, name: string, outcome: 'failed' | 'succeeded' | 'forget'): Promise<void> {
    await endTry.run(this.resources.redis, keysOf(scope.key), [name, scope.windowMs, outcome]);
  }
}

/** Turns an API error into the result of a try, so that the try counts. Throws other errors. */
export function asResult(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** Two keys in one cluster slot. Hashed, since clients choose the names. */
function keysOf(scopeKey: string): [string, string] {
  const tag = createHash('sha256').update(scopeKey).digest('base64url').slice(0, 32);
  return [`{tries:${tag}}:failed`, `{tries:${tag}}:running`];
}

const HALF_HOUR_MS = 1_800_000;

/** Failed tries in 30 minutes. The limit per account has the public behaviour of the reference server as its source. */
const PER_ACCOUNT = setting('SIGN_IN_FAILURES_PER_ACCOUNT');
const PER_ADDRESS = setting('SIGN_IN_FAILURES_PER_ADDRESS');

const nameScope = (key: string): TryScope => ({
  key,
  limit: PER_ACCOUNT,
  windowMs: HALF_HOUR_MS,
  isForgiving: true,
});

/** One account, for all of its names. */
export const accountScope = (realmId: number, userId: number) => nameScope(`account:${realmId}:${userId}`);

/** A name without an account. Its limit equals the limit of an account, so the limit does not reveal accounts. */
export const unknownNameScope = (realmId: number, key: string) => nameScope(`name:${realmId}:${key}`);

/** An LDAP entry without an account, for all of its names. */
export const ldapEntryScope = (realmId: number, entryKey: string) => nameScope(`entry:${realmId}:${entryKey}`);

export const addressScope = (address: string): TryScope => ({
  key: `address:${networkOf(address)}`,
  limit: PER_ADDRESS,
  windowMs: HALF_HOUR_MS,
  isForgiving: false,
});
