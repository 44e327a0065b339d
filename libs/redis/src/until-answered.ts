import type { Redis } from 'ioredis';

/**
 * Resolves with the reply of Redis to `send`, which is repeated if the connection breaks before. For commands that are safe to repeat.
 *
 * ioredis (5.11) sends some commands on a connection that is not ready: TIME, INFO, CLIENT, SUBSCRIBE and others that a loading server
 * accepts. If that connection breaks, they are not sent again, and their promises never settle. The same holds for every command of a
 * connection without `resendAfterReconnect`.
 */
export async function untilAnswered<Reply>(redis: Redis, send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    await untilReady(redis);
    let onClose = () => {};
    const broken = new Promise<undefined>((resolve) => {
      onClose = () => resolve(undefined);
      redis.once('close', onClose);
    });
    const reply = await Promise.race([send().then((value) => ({ value })), broken]).finally(() => {
      redis.off('close', onClose);
    });
    if (reply) return reply.value;
  }
}

/** Rejects if the connection is ended. */
function untilReady(redis: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (redis.status !== 'ready' && redis.status !== 'end') return;
      redis.off('ready', check);
      redis.off('end', check);
      if (redis.status === 'ready') resolve();
      else reject(new Error('The connection to Redis was closed.'));
    };
    redis.on('ready', check);
    redis.on('end', check);
    check();
  });
}
