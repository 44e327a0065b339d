import { createTestRedis, RecordingLogger } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { connectRedis, disconnect, RedisScript, redisProblem } from './index.js';

it('the example in the README connects and runs a script, also after the server forgot it', async () => {
  const server = await createTestRedis();
  const [url, logger, keys, args] = [server.url, new RecordingLogger(), ['list'], ['first']];

  const problem = await redisProblem(url);
  const redis = connectRedis(url, { name: 'users:rpc', logger });
  const append = RedisScript.fromFiles(import.meta.url, 'testing/append.lua');
  const length = await append.run<number>(redis, keys, args);

  expect([problem, length]).toEqual([undefined, 1]);
  await redis.script('FLUSH');
  expect(await append.run<number>(redis, keys, args)).toBe(2);
  await disconnect(redis);
  await server.close();
});
