import { untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';

/** The name of the history of data in a reply to `INFO replication`. */
export const historyIn = (info: string): string => /^master_replid:(\w+)/m.exec(info)?.[1] ?? '';

/** The name of the history of data of the connected server. Until the connection breaks, it belongs to the server of the next command. */
export const readHistory = (redis: Redis): Promise<string> =>
  untilAnswered(redis, () => redis.info('replication')).then(historyIn);
