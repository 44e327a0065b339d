import type { Redis } from 'ioredis';

/** Whether the server cannot be reached now, and the connection is being made again. */
export const isAway = (redis: Redis): boolean => redis.status === 'reconnecting' || redis.status === 'connecting';

/**
 * Ends a connection, and rejects what waits for it, also where it is away: `disconnect()` alone (ioredis 5.11) leaves what waits between
 * two tries to connect waiting for ever, so that whoever waits for that never stops.
 */
export function giveUp(redis: Redis): void {
  redis.disconnect();
  if (redis.status !== 'reconnecting') return;
  // A try that is cut short rejects everything.
  redis.connect().catch(() => {});
  redis.disconnect();
}
