import type { Redis } from 'ioredis';

/** Whether the server cannot be reached, and the connection is being opened again. */
export const isAway = (redis: Redis): boolean => redis.status === 'reconnecting' || redis.status === 'connecting';

/**
 * Ends a connection and rejects its waiting commands. `disconnect()` alone (ioredis 5.11) leaves commands unsettled that wait between two
 * attempts to connect.
 */
export function giveUp(redis: Redis): void {
  redis.disconnect();
  if (redis.status !== 'reconnecting') return;
  // An interrupted attempt rejects all commands.
  redis.connect().catch(() => {});
  redis.disconnect();
}
