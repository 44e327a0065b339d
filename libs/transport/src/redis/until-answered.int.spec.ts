import { ServiceRequest } from '@chat/contracts';
import { CuttableProxy, createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RedisTransportClient } from '../rpc/redis-transport-client.js';
import { RedisTransportServer } from '../rpc/redis-transport-server.js';
import { connectRedis } from './connect.js';
import { untilAnswered } from './until-answered.js';

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

/** Runs `start` once for every moment of it at which the connections can be cut. Returns how many those are. */
async function throughEachCut(start: () => Promise<void>): Promise<number> {
  for (let place = 1; ; place++) {
    let passed = 0;
    proxy.isCutDue = () => ++passed === place;
    await start();
    if (passed < place) return place - 1;
  }
}

describe('connections that are cut once, at any moment while they are opened', () => {
  it('let a client and a server start, and talk to each other', async () => {
    const moments = await throughEachCut(async () => {
      const client = new RedisTransportClient(proxy.url, { name: 'test', logger });
      const server = new RedisTransportServer({ redisUrl: proxy.url, service: 'users', instance: 'a', logger });
      server.addHandler(Echo.pattern, async () => 'said');
      await Promise.all([client.connect(), server.listen(() => {})]);
      proxy.isCutDue = () => false;
      // The last cut may be so late that neither has noticed it yet, and what is sent while a connection breaks is lost.
      await eventually(() => proxy.openConnections === CONNECTIONS_OF_BOTH);
      expect(await client.request(Echo, {}, { realmId: 1, requestId: 'r1' })).toBe('said');
      await client.close();
      await server.close();
    });

    expect(moments).toBeGreaterThan(10);
  }, 60_000);

  it('subscribe for good, though asked before the connection is ready', async () => {
    const moments = await throughEachCut(async () => {
      const connection = connectRedis(proxy.url, { name: 'test', logger });
      let heard = 0;
      connection.on('message', () => heard++);
      await untilAnswered(connection, () => connection.subscribe('news'));
      await eventually(async () => (await redis.redis.publish('news', '')) > 0 && heard > 0);
      connection.disconnect();
    });

    expect(moments).toBeGreaterThan(5);
  }, 60_000);

  it('reject a question whose connection is closed', async () => {
    const connection = connectRedis('redis://127.0.0.1:1', { name: 'test', logger });
    const answer = untilAnswered(connection, () => connection.time());

    connection.disconnect();

    await expect(answer).rejects.toThrow('closed');
  });
});
