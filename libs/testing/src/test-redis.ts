import { Redis } from 'ioredis';
import { testRedisServerUrl } from './test-servers.js';

/** A Redis database of one test file's own. Publish/subscribe is shared by all databases of a server. */
export interface TestRedis {
  readonly url: string;
  /** For looking inside. */
  readonly redis: Redis;
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
    close: async () => {
      await redis.flushdb();
      redis.disconnect();
    },
  };
}
