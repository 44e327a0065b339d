import { CuttableProxy, endsWithin, eventually, startReplicaUnderTest } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MessagingModule } from './messaging.module.js';
import { TestMessaging } from './testing/test-messaging.js';

let messaging: TestMessaging;
beforeAll(async () => {
  messaging = await TestMessaging.start();
});
afterAll(() => messaging.close());

it('messaging stops soon while Redis is unreachable', async () => {
  const proxy = await CuttableProxy.start(messaging.redis.url);
  process.env['REDIS_URL'] = proxy.url;
  const replica = await startReplicaUnderTest(MessagingModule);
  await proxy.close();
  await eventually(() => replica.resources.redis.status === 'reconnecting');

  expect(await endsWithin(6_000, replica.stop())).toBe(true);
}, 30_000);
