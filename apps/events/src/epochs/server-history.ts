import { untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';

/** The name of the history of data in a reply to `INFO replication`. */
export const historyIn = (info: string): string => /^master_replid:(\w+)/m.exec(info)?.[1] ?? '';

/** Reads the name of the history of data that the server of a connection has, once for each connection that is made. */
export class ServerHistory {
  private name: Promise<string> | undefined;

  constructor(private readonly redis: Redis) {
    redis.on('close', () => {
      this.name = undefined;
    });
  }

  /** Until the connection breaks, the name belongs to the server of the next command. */
  read(): Promise<string> {
    this.name ??= untilAnswered(this.redis, () => this.redis.info('replication')).then(historyIn);
    return this.name;
  }
}
