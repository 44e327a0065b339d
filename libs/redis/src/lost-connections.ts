import type { Redis } from 'ioredis';
import type { ConnectionLogger } from './connect.js';

/** The lost connections of a process, by its logger. */
const lostByLogger = new WeakMap<ConnectionLogger, Set<Redis>>();
const reported = new WeakSet<Error>();

/** Whether a connection with a logger has reported the error, so that other owners of the connection need not log it again. */
export const isLoggedLoss = (error: Error): boolean => reported.has(error);

/** Logs the loss and the return of a connection. A fault loses many connections: the first is a warning, the others are not. */
export function logLosses(redis: Redis, name: string, logger: ConnectionLogger): void {
  const lost = lostByLogger.get(logger) ?? new Set<Redis>();
  lostByLogger.set(logger, lost);
  redis.on('error', (error: Error) => {
    reported.add(error);
    if (lost.has(redis)) return;
    const cause = error.message;
    if (lost.size === 0) logger.warn({ connection: name, cause }, 'Redis connection lost; reconnecting');
    else logger.info({ connection: name, cause }, 'Redis connection lost, too; reconnecting');
    lost.add(redis);
  });
  redis.on('ready', () => {
    if (lost.delete(redis)) logger.info({ connection: name }, 'Redis connection is back');
  });
  redis.on('end', () => lost.delete(redis));
}
