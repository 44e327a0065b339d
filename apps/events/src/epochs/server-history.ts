import { untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';

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
    this.name ??= untilAnswered(this.redis, () => this.redis.info('replication')).then(
      (info) => /^master_replid:(\w+)/m.exec(info)?.[1] ?? '',
    );
    return this.name;
  }
}
