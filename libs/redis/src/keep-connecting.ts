import type { Redis } from 'ioredis';

/**
 * Lets `disconnect(true)`, which makes the connection anew, do nothing while a new one is being made already. ioredis (5.11.1) would end the
 * connection for good if that came while a Sentinel is asked: it cannot tell this from `disconnect()`.
 */
export function keepConnecting(redis: Redis): void {
  const { disconnect } = redis;
  redis.disconnect = (reconnect = false) => {
    if (!reconnect || redis.status !== 'connecting') disconnect.call(redis, reconnect);
  };
}
