import { createTestRedis, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { warnNotSynchronous } from './not-synchronous.js';

let redis: TestRedis;
beforeAll(async () => {
  redis = await createTestRedis();
});
afterAll(() => redis.close());

it('processes that start at the same time log one warning, and a later start logs it again', async () => {
  const logger = new RecordingLogger();
  const resources = { redis: redis.redis, logger: logger as unknown as Logger };
  const start = () => warnNotSynchronous('no standby', resources);

  await Promise.all([start(), start(), start()]);
  expect(logger.lines).toMatchObject([{ level: 'warn', details: { reason: 'no standby' } }]);

  const [key = ''] = await redis.redis.keys('*');
  expect(await redis.redis.ttl(key)).toBeGreaterThan(0);
  await redis.redis.del(key);
  await start();
  expect(logger.lines).toHaveLength(2);
});
