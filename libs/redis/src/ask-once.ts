import { Redis, type RedisOptions, type SentinelAddress } from 'ioredis';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Sends one command on a connection of its own, and rejects with the first error of that connection. `timeoutMs` holds for the connection
 * and for the reply, each.
 */
export async function askOnce<Reply>(
  options: RedisOptions,
  timeoutMs: number,
  send: (redis: Redis) => Promise<Reply>,
): Promise<Reply> {
  const timeouts = { connectTimeout: timeoutMs, commandTimeout: timeoutMs };
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

/** The primary that a Sentinel names; undefined if the Sentinel does not know the master id of `settings`. */
export async function primaryOf(
  { host, port }: Partial<SentinelAddress>,
  { name = '', sentinelPassword, sentinelTLS }: RedisOptions,
  timeoutMs: number,
): Promise<ServerAddress | undefined> {
  const options = { host, port, password: sentinelPassword, tls: sentinelTLS } as RedisOptions;
  const reply = await askOnce(options, timeoutMs, (redis) => redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name));
  if (reply === null) return undefined;
  const [primaryHost, primaryPort] = reply as [string, string];
  return { host: primaryHost, port: Number(primaryPort) };
}
