import { connectRedis } from '@chat/redis';
import { CuttableProxy, eventually, startReplicaUnderTest } from '@chat/testing';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { MessagingModule } from '../messaging.module.js';
import { TestMessaging } from '../testing/test-messaging.js';
import { AlarmClock } from './alarm-clock.js';

let messaging: TestMessaging;
let proxy: CuttableProxy;
let alarmClock: AlarmClock;
let connection: Redis;
/** On a connection of its own, which stays alive. */
let alarms: Queue;
/** Messages of the warnings that the replica logs. */
let warnings: () => unknown[];

beforeAll(async () => {
  messaging = await TestMessaging.start();
  await messaging.replicas.pop()?.stop();
  proxy = await CuttableProxy.start(messaging.redis.url);
  process.env['REDIS_URL'] = proxy.url;
  const replica = await startReplicaUnderTest(MessagingModule);
  messaging.replicas.push(replica);
  const { mock } = jest.spyOn(replica.resources.logger, 'warn');
  warnings = () => mock.calls.map(([, message]) => message);
  alarmClock = replica.app.get(AlarmClock);
  connection = connectRedis(messaging.redis.url, { name: 'test' });
  alarms = new Queue('scheduled-messages', { connection });
});

afterAll(async () => {
  await alarms?.close();
  connection?.disconnect();
  await messaging?.close();
  await proxy?.close();
});

const isStored = async (id: number) => (await alarms.getJob(`message-${id}`)) !== undefined;

/** Resolves when an alarm has rung. There is no message for it to deliver. */
async function ring(id: number): Promise<void> {
  await alarms.add('deliver', {}, { jobId: `message-${id}`, removeOnComplete: true });
  await eventually(async () => !(await isStored(id)), { withinMs: 30_000, what: 'the alarm' });
}

it('alarms are set and ring again after all connections have gone silent, without a warning of their own', async () => {
  await ring(1);
  expect(proxy.openConnections).toBeGreaterThan(0);

  proxy.silence();
  alarmClock.set(2, 60_000);

  await ring(3);
  await eventually(() => isStored(2), { withinMs: 30_000, what: 'the new alarm' });
  // The connection has reported the loss, so that the queue and the worker need not.
  expect(warnings()).toContain('Redis connection lost; reconnecting');
  expect(warnings()).not.toContain('Alarm clock disturbed');
}, 70_000);
