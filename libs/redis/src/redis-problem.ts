import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
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
      requireUsable(await ask(options.sentinels ? await findPrimary(options) : options, (redis) => redis.info()));
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
  const { sentinels = [], name = '', sentinelPassword, sentinelTLS, ...server } = options;
  const replies = await Promise.allSettled(
    sentinels.map(({ host, port }) =>
      ask({ host, port, password: sentinelPassword, tls: sentinelTLS }, (sentinel) =>
        sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name),
      ),
    ),
  );
  const answers = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
  const [host, port] = (answers.find((answer) => answer !== null) ?? []) as string[];
  if (host !== undefined) return { ...server, host, port: Number(port) };
  if (answers.length > 0) throw new Unusable(`no Sentinel knows the sentinelMasterId "${name}"`);
  throw (replies[0] as PromiseRejectedResult).reason;
}

/** Sends one command on a connection of its own, and rejects with the first error of that connection. */
async function ask<Reply>(options: RedisOptions, send: (redis: Redis) => Promise<Reply>): Promise<Reply> {
  const timeouts = { connectTimeout: TIMEOUT_MS, commandTimeout: TIMEOUT_MS };
  const once = { lazyConnect: true, retryStrategy: null, enableReadyCheck: false, disableClientInfo: true };
  const redis = new Redis({ ...options, ...timeouts, ...once } as RedisOptions);
  let cause: Error | undefined;
  redis.on('error', (error: Error) => {
    cause ??= error;
  });
  try {
    await redis.connect();
    const reply = await send(redis);
    if (cause) throw cause;
    return reply;
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
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
