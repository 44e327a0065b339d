import { CuttableProxy, eventually, startRedisServer } from '@chat/testing';
import { expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { connectRedis } from './connect.js';

it('a connection without replies is made anew: for commands, blocking reads and subscriptions', async () => {
  const server = await startRedisServer();
  const muted = await Promise.all(
    ['commands', 'blocking', 'subscriber'].map(async (name) => {
      const proxy = await CuttableProxy.start(server.url);
      return { proxy, connection: connectRedis(proxy.url, { name }) };
    }),
  );
  const [commands, blocking, subscriber] = muted.map(({ connection }) => connection) as [Redis, Redis, Redis];
  await Promise.all([commands.ping(), subscriber.subscribe('news'), blocking.ping()]);

  const startedAt = performance.now();
  const closedAfterMs = muted.map(async ({ proxy, connection }) => {
    proxy.isMute = true;
    await new Promise((resolve) => connection.once('close', resolve));
    proxy.isMute = false;
    return performance.now() - startedAt;
  });
  const reply = commands.ping();
  const popped = blocking.blpop('requests', 7);
  const [ofCommands = 0, ofBlocking = 0, ofSubscriber = 0] = await Promise.all(closedAfterMs);

  expect(Math.min(ofCommands, ofSubscriber)).toBeGreaterThan(9_000);
  expect(ofBlocking).toBeGreaterThan(7_000);
  expect(Math.max(ofCommands, ofBlocking, ofSubscriber)).toBeLessThan(17_000);
  expect(await reply).toBe('PONG');
  await server.redis.rpush('requests', 'after');
  expect(await popped).toEqual(['requests', 'after']);
  await eventually(async () => (await server.redis.publish('news', '')) === 1);
  for (const { connection, proxy } of muted) {
    connection.disconnect();
    await proxy.close();
  }
  await server.stop();
}, 40_000);
