import type { Redis } from 'ioredis';

/**
 * Resolves with Redis's answer, and asks again when the connection breaks before it came. For what may be asked twice.
 *
 * ioredis (5.11) sends some commands on a connection that is not ready yet: TIME, INFO, CLIENT, SUBSCRIBE and others that a loading
 * server takes. When that connection breaks they are never sent again, and their promise never settles; nor does, once sent, that of any command
 * where nothing is resent (`resendAfterReconnect`). Whoever waits for one of these waits here.
 */
export async function untilAnswered<Answer>(redis: Redis, ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    await untilReady(redis);
    let onClose = () => {};
    const broken = new Promise<undefined>((resolve) => {
      onClose = () => resolve(undefined);
      redis.once('close', onClose);
    });
    const answer = await Promise.race([ask().then((value) => ({ value })), broken]).finally(() => {
      redis.off('close', onClose);
    });
    if (answer) return answer.value;
  }
}

/** Rejects when the connection was given up instead. */
function untilReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  if (redis.status === 'end') return Promise.reject(closed());
  return new Promise((resolve, reject) => {
    const onReady = () => {
      redis.off('end', onEnd);
      resolve();
    };
    const onEnd = () => {
      redis.off('ready', onReady);
      reject(closed());
    };
    redis.once('ready', onReady);
    redis.once('end', onEnd);
  });
}

const closed = () => new Error('The connection to Redis was closed.');
