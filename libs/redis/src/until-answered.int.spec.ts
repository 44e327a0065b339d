import { CuttableProxy, createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from './connect.js';
import { untilAnswered } from './until-answered.js';

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

describe('a connection', () => {
  it('that is cut once at any moment of its start has its subscriptions', async () => {
    const moments = await proxy.throughEachCut(async () => {
      const connection = connectRedis(proxy.url, { name: 'test', logger });
      let received = 0;
      connection.on('message', () => received++);
      await untilAnswered(connection, () => connection.subscribe('news'));
      await eventually(async () => (await redis.redis.publish('news', '')) > 0 && received > 0);
      connection.disconnect();
    });

    expect(moments).toBeGreaterThan(5);
  }, 60_000);

  it('that is closed rejects pending commands', async () => {
    const connection = connectRedis('redis://127.0.0.1:1', { name: 'test', logger });
    const reply = untilAnswered(connection, () => connection.time());

    connection.disconnect();

    await expect(reply).rejects.toThrow('closed');
  });
});
