import { Redis } from 'ioredis';
import { testRedisServerUrl } from './test-servers.js';

/** A Redis database of one test file's own. Publish/subscribe is shared by all databases of a server. */
export interface TestRedis {
  readonly url: string;
  /** For looking inside. */
  readonly redis: Redis;
  /** Breaks every connection to this database but the own one; those of other test files go on. */
  cutConnections(): Promise<void>;
  close(): Promise<void>;
}

/** Database 0 only counts; the server for tests is started with as many databases. */
const DATABASES = 1024;

/** An empty Redis database, by its own URL. */
export async function createTestRedis(): Promise<TestRedis> {
  const server = new Redis(testRedisServerUrl());
  const taken = await server.incr('test:databases');
  server.disconnect();
  const url = new URL(testRedisServerUrl());
  url.pathname = `/${1 + (taken % (DATABASES - 1))}`;
  const redis = new Redis(url.href);
  await redis.flushdb();
  return {
    url: url.href,
    redis,
    cutConnections: () => cutConnections(redis, url.pathname.slice(1)),
    close: async () => {
      await redis.flushdb();
      redis.disconnect();
    },
  };
}

async function cutConnections(redis: Redis, database: string): Promise<void> {
  const own = await redis.client('ID');
  const ids = String(await redis.client('LIST'))
    .split('\n')
    .filter((line) => line.includes(` db=${database} `))
    .map((line) => Number(/^id=(\d+) /.exec(line)?.[1]))
    .filter((id) => id !== own);
  await Promise.all(ids.map((id) => redis.client('KILL', 'ID', id)));
}
