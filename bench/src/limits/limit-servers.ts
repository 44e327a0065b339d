import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, startPostgres, startRedis } from '@chat/tools';
import type { Servers } from './limit.js';

/** A PostgreSQL and a Redis for the limits alone, with the system's settings. */
export class LimitServers implements Servers {
  private constructor(
    readonly databaseUrl: string,
    readonly redisUrl: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<LimitServers> {
    const folder = makeTemporaryFolder('chat-bench-limits-');
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), isDurable: true });
    const redis = await startRedis({ folder: join(folder, 'redis'), isDurable: true });
    return new LimitServers(postgres.adminUrl, redis.url, async () => {
      await redis.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    });
  }
}
