import { CuttableProxy, createTestRedis, endsWithin, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RedisTransportClient } from './redis-transport-client.js';
import { RedisTransportServer } from './redis-transport-server.js';

/** Far below the time that a process has for its stop. */
const CLOSED_WITHIN_MS = 5_000;

let redis: TestRedis;
let proxy: CuttableProxy;
const logger = new RecordingLogger();

beforeAll(async () => {
  redis = await createTestRedis();
});
afterAll(() => redis.close());

describe('while Redis is away', () => {
  const starts: [string, () => Promise<{ close(): Promise<void> }>][] = [
    [
      'a client',
      async () => {
        const client = new RedisTransportClient(proxy.url, { name: 'test', logger });
        await client.connect();
        return client;
      },
    ],
    [
      'a server',
      async () => {
        const options = { redisUrl: proxy.url, service: 'users', instance: 'a', isPreferredReplica: true, logger };
        const server = new RedisTransportServer(options);
        await server.listen(() => {});
        return server;
      },
    ],
  ];

  it.each(starts)(
    '%s stops at once',
    async (_, start) => {
      proxy = await CuttableProxy.start(redis.url);
      const started = await start();
      const lostBefore = lostConnections();
      await proxy.close();
      await eventually(() => lostConnections() >= lostBefore + 2);

      expect(await endsWithin(CLOSED_WITHIN_MS, started.close())).toBe(true);
    },
    30_000,
  );
});

const lostConnections = (): number =>
  logger.lines.filter(({ message }) => message.startsWith('Redis connection lost')).length;
