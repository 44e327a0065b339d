import { ServiceRequest } from '@chat/contracts';
import { CuttableProxy, createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RedisTransportClient } from './redis-transport-client.js';
import { RedisTransportServer } from './redis-transport-server.js';

class Echo extends ServiceRequest<string> {
  static readonly pattern = 'users.echo.say';
}

/** The client sends and reads replies, the server reads requests and replies. */
const CONNECTIONS_OF_BOTH = 4;

const logger = new RecordingLogger();
let redis: TestRedis;
let proxy: CuttableProxy;

beforeAll(async () => {
  redis = await createTestRedis();
  proxy = await CuttableProxy.start(redis.url);
});

afterAll(async () => {
  await proxy.close();
  await redis.close();
});

describe('connections that are cut once at any moment of their start', () => {
  it('let a client and a server start and exchange a request and its reply', async () => {
    const moments = await proxy.throughEachCut(async () => {
      const client = new RedisTransportClient(proxy.url, { name: 'test', logger });
      const server = new RedisTransportServer({ redisUrl: proxy.url, service: 'users', instance: 'a', logger });
      server.addHandler(Echo.pattern, async () => 'said');
      await Promise.all([client.connect(), server.listen(() => {})]);
      proxy.isCutDue = () => false;
      // A request that is sent while its connection breaks is lost, so wait until both have noticed the last cut.
      await eventually(() => proxy.openConnections === CONNECTIONS_OF_BOTH);
      expect(await client.request(Echo, {}, { realmId: 1, requestId: 'r1' })).toBe('said');
      await client.close();
      await server.close();
    });

    expect(moments).toBeGreaterThan(10);
  }, 60_000);
});
