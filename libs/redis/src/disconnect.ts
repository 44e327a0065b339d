import type { Redis } from 'ioredis';

/** Whether the server cannot be reached, and the connection is being opened again. */
export const isAway = (redis: Redis): boolean => redis.status === 'reconnecting' || redis.status === 'connecting';

/** Replies of a server that cannot do its work now, and errors of ioredis for a command on a connection that broke or was ended. */
const AWAY =
  /^((READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|MISCONF|OOM|NOREPLICAS|UNBLOCKED) |Command aborted due to connection close|Connection is closed)/;

/** Whether a command failed because Redis is away, not because of the command. */
export const isAwayError = (error: unknown): boolean => error instanceof Error && AWAY.test(error.message);

/**
 * Ends a connection and rejects its waiting commands. The method of ioredis 5.11 alone leaves commands unsettled that wait between two attempts
 * to connect.
 */
export function disconnect(redis: Redis): void {
  redis.disconnect();
  if (redis.status !== 'reconnecting') return;
  // An interrupted attempt rejects all commands.
  redis.connect().catch(() => {});
  redis.disconnect();
}
