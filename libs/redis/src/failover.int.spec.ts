import { CuttableProxy, eventually, RecordingLogger, SentinelSystem, startRedisServer } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { connectRedis } from './connect.js';
import { isAway, isAwayError } from './disconnect.js';
import { redisProblem } from './redis-problem.js';

const logger = new RecordingLogger();

describe('with Sentinels', () => {
  let system: SentinelSystem;
  beforeAll(async () => {
    system = await SentinelSystem.start();
  }, 30_000);
  afterAll(() => system?.stop());

  it('an address is usable, and refused with another master id or password', async () => {
    expect(await redisProblem(system.url())).toBeUndefined();
    expect(await redisProblem(system.url('other'))).toBe('no Sentinel knows the sentinelMasterId "other"');
    expect(await redisProblem(system.url('chat', 'another'))).toMatch(/^WRONGPASS/);
  });

  // A stopped process does not close its connections.
  it('writes, blocking reads and subscriptions continue after the primary hangs', async () => {
    const [writer, reader, subscriber] = ['writer', 'reader', 'subscriber'].map((name) =>
      connectRedis(system.url(), { name, logger }),
    ) as [Redis, Redis, Redis];
    const received: string[] = [];
    subscriber.on('message', (_, text) => received.push(text));
    await subscriber.subscribe('news');
    const popped = reader.blpop('requests', 0);
    await writer.set('before', '1');
    await system.primary.redis.wait(1, 1_000);
    const subscribers = async () => {
      const lists = system.sentinels.map(({ redis }) => redis.call('CLIENT', 'LIST', 'TYPE', 'PUBSUB'));
      return (await Promise.all(lists)).map((list) => String(list).split('\n').filter(Boolean).length);
    };
    // One for all connections of a process.
    await eventually(async () => (await subscribers()).join() === '1,1,1');

    system.primary.kill('SIGSTOP');

    expect(await writer.rpush('requests', 'after')).toBe(1);
    expect(await popped).toEqual(['requests', 'after']);
    expect(await system.replica.redis.get('before')).toBe('1');
    await eventually(() => writer.publish('news', 'after').then(() => received.includes('after')), {
      withinMs: 10_000,
    });
    for (const connection of [writer, reader, subscriber]) connection.disconnect();
    await eventually(async () => (await subscribers()).join() === '0,0,0');
  }, 30_000);
});

describe('a primary that becomes a replica without cutting connections', () => {
  it('refuses writes, which reach the server that the address names now, or fail as away', async () => {
    const former = await startRedisServer();
    const present = await startRedisServer([`replicaof 127.0.0.1 ${former.port}`]);
    const proxy = await CuttableProxy.start(former.url);
    const [single, pipelined] = [false, true].map((pipeline) =>
      connectRedis(proxy.url, { name: 'test', logger, pipeline, resendAfterReconnect: false }),
    ) as [Redis, Redis];
    await Promise.all([single.set('a', '1'), pipelined.set('b', '1')]);
    await eventually(async () => (await former.redis.info('replication')).includes('state=online'));
    await former.redis.call('FAILOVER');
    await eventually(async () => (await present.redis.info('replication')).includes('role:master'));

    proxy.target = new URL(present.url);
    // A connection that is younger than a second rejects the write.
    const increment = (connection: Redis, key: string) => eventually(() => connection.incr(key));
    const writes = [increment(single, 'a'), ...['b', 'b', 'b'].map((key) => increment(pipelined, key))];
    expect((await Promise.all(writes)).sort()).toEqual([2, 2, 3, 4]);
    expect(await present.redis.mget('a', 'b')).toEqual(['2', '4']);

    proxy.target = new URL(former.url);
    proxy.cut();
    await eventually(() => isAway(single));
    const refused = await eventually(() =>
      single.incr('a').then(
        () => false as const,
        (error: Error) => error,
      ),
    );
    expect([refused.message.split(' ')[0], isAwayError(refused)]).toEqual(['READONLY', true]);
    for (const connection of [single, pipelined]) connection.disconnect();
    await proxy.close();
    await Promise.all([former.stop(), present.stop()]);
  }, 30_000);
});
