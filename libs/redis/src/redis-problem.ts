import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisOptions } from 'ioredis';
import { askOnce, primaryOf } from './ask-once.js';
import { redisOptions } from './redis-address.js';

const TIMEOUT_MS = 2_000;
const RETRY_AFTER_MS = 250;
const OLDEST_MAJOR_VERSION = 7;
/** Codes of errors that a wrong certificate, authority or key causes. */
const TLS_ERROR = /^(ERR_(TLS|SSL|OSSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/;

/** A server that answers, but that the services cannot use. */
class Unusable extends Error {}

/**
 * Resolves with undefined if the services can use the Redis of an address, or with the reason why not, without passwords. Waits while
 * the server cannot be reached, for `maxWaitMs` at most. A wrong password, certificate, master id, version or eviction policy is reported at once.
 * Throws for an address that `redisOptions` does not accept.
 */
export async function redisProblem(url: string, maxWaitMs = Number.POSITIVE_INFINITY): Promise<string | undefined> {
  const options = redisOptions(url);
  const giveUpAtMs = performance.now() + maxWaitMs;
  for (;;) {
    try {
      const server = options.sentinels ? await findPrimary(options) : options;
      requireUsable(await askOnce(server, TIMEOUT_MS, (redis) => redis.info()));
      return undefined;
    } catch (error) {
      const { message, code = '', name } = error as NodeJS.ErrnoException;
      const isFinal = error instanceof Unusable || name === 'ReplyError' || TLS_ERROR.test(code);
      if (isFinal || performance.now() >= giveUpAtMs) return message;
      await sleep(Math.min(RETRY_AFTER_MS, maxWaitMs));
    }
  }
}

async function findPrimary(options: RedisOptions): Promise<RedisOptions> {
  const { sentinels = [], ...server } = options;
  const replies = await Promise.allSettled(sentinels.map((sentinel) => primaryOf(sentinel, options, TIMEOUT_MS)));
  const fulfilled = replies.filter((reply) => reply.status === 'fulfilled');
  const primary = fulfilled.find(({ value }) => value !== undefined)?.value;
  if (primary !== undefined) return { ...server, ...primary };
  if (fulfilled.length > 0) throw new Unusable(`no Sentinel knows the sentinelMasterId "${options.name}"`);
  throw (replies[0] as PromiseRejectedResult).reason;
}

function requireUsable(info: string): void {
  const fieldOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const version = fieldOf('redis_version') ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= OLDEST_MAJOR_VERSION)) {
    throw new Unusable(`the server is Redis ${version}, but the services need ${OLDEST_MAJOR_VERSION}.0 or later`);
  }
  const policy = fieldOf('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    throw new Unusable(`the server has maxmemory-policy ${policy}, but the services need noeviction`);
  }
}
