import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

/** A Lua script that Redis runs as one atomic step. A server receives the source once and its digest afterwards. */
export class RedisScript {
  private readonly digest: string;

  constructor(private readonly source: string) {
    this.digest = createHash('sha1').update(source).digest('hex');
  }

  /**
   * Reads `.lua` files from the folder of the module `moduleUrl` and joins them to one script. Throws if one is missing, so read them
   * at start: `const append = RedisScript.fromFiles(import.meta.url, 'append-events.lua')`.
   */
  static fromFiles(moduleUrl: string, ...names: readonly string[]): RedisScript {
    // tsc writes no .lua files to `dist`: a compiled module finds them in the same folder of `src`, which its package contains.
    const folder = moduleUrl.replace(/\/dist\/(?!.*\/(dist|src)\/)/, '/src/');
    return new RedisScript(names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join(''));
  }

  /** Runs the script. `Reply` is the type that its header states. */
  async run<Reply>(redis: Redis, keys: readonly string[], args: readonly (string | number | Buffer)[]): Promise<Reply> {
    try {
      return (await redis.evalsha(this.digest, keys.length, ...keys, ...args)) as Reply;
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return (await redis.eval(this.source, keys.length, ...keys, ...args)) as Reply;
    }
  }
}
