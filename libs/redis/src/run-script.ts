import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script with its digest, so that it is sent once per server and called by name afterwards. */
export class RedisScript {
  private readonly digest: string;

  constructor(private readonly source: string) {
    this.digest = createHash('sha1').update(source).digest('hex');
  }

  /** Runs the script as one atomic step. `Reply` is what the script's header says that it returns. */
  async run<Reply>(redis: Redis, keys: readonly string[], args: readonly (string | number | Buffer)[]): Promise<Reply> {
    try {
      return (await redis.evalsha(this.digest, keys.length, ...keys, ...args)) as Reply;
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return (await redis.eval(this.source, keys.length, ...keys, ...args)) as Reply;
    }
  }
}
