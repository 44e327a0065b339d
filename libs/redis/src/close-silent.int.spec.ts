import { CuttableProxy, eventually, startRedisServer } from '@chat/testing';
import { expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { connectRedis } from './connect.js';

it('a connection without replies is made anew, idle or not, and an idle one that gets replies is not', async () => {
  const server = await startRedisServer();
  const opened = await Promise.all(
    ['commands', 'blocking', 'subscriber', 'idle', 'healthy'].map(async (name) => {
      const proxy = await CuttableProxy.start(server.url);
      return { proxy, connection: connectRedis(proxy.url, { name }) };
    }),
  );
  const [commands, blocking, subscriber] = opened.map(({ connection }) => connection) as [Redis, Redis, Redis];
  await Promise.all(opened.map(({ connection }) => connection.ping()));
  await subscriber.subscribe('news');
  const healthy = opened.at(-1) as (typeof opened)[number];
  let transfersOfHealthy = 0;
  healthy.proxy.isCutDue = () => ++transfersOfHealthy === 0;

  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const closedAfterMs = opened.slice(0, -1).map(async ({ proxy, connection }) => {
    proxy.isMute = true;
    await new Promise((resolve) => connection.once('close', resolve));
    proxy.isMute = false;
    return elapsedMs();
  });
  const reply = commands.ping();
  const popped = blocking.blpop('requests', 6);
  const [ofCommands = 0, ofBlocking = 0, ...ofIdle] = await Promise.all(closedAfterMs);

  expect(Math.min(ofCommands, ...ofIdle)).toBeGreaterThan(9_000);
  // 11 s at most, and time for a busy machine.
  expect(Math.max(ofCommands, ...ofIdle)).toBeLessThan(15_000);
  expect(ofBlocking).toBeGreaterThan(10_000);
  expect(ofBlocking).toBeLessThan(16_000);
  expect(await reply).toBe('PONG');
  await server.redis.rpush('requests', 'after');
  expect(await popped).toEqual(['requests', 'after']);
  await eventually(async () => (await server.redis.publish('news', '')) === 1);
  expect(healthy.proxy.openConnections).toBe(1);
  expect(transfersOfHealthy).toBeGreaterThan(0);
  // One command and its reply in three seconds.
  expect(transfersOfHealthy).toBeLessThanOrEqual(2 * Math.ceil(elapsedMs() / 3_000));
  for (const { connection, proxy } of opened) {
    connection.disconnect();
    await proxy.close();
  }
  await server.stop();
}, 40_000);
