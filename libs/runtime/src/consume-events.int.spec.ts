import { setTimeout as sleep } from 'node:timers/promises';
import { UserUpdated } from '@chat/contracts';
import { createTestRedis, eventually, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DynamicModule, OnModuleDestroy } from '@nestjs/common';
import { consumeEvents, on } from './consume-events.js';
import { startService } from './run-service.js';

const REALM = 1;

let redis: TestRedis;
beforeAll(async () => {
  redis = await createTestRedis();
  Object.assign(process.env, { REDIS_URL: redis.url, LOG_LEVEL: 'silent' });
});
afterAll(() => redis.close());

it('handles events of a process that runs, and what is being handled when it stops before the modules end', async () => {
  const happened: string[] = [];
  let destroyed = () => {};
  const isDestroyed = new Promise<void>((resolve) => {
    destroyed = resolve;
  });
  class Probe implements OnModuleDestroy {
    onModuleDestroy(): void {
      happened.push('module ends');
      destroyed();
    }
  }
  const handle = async () => {
    happened.push('begins');
    // Longer than a stop takes that does not wait for it.
    await Promise.race([isDestroyed, sleep(1_000)]);
    happened.push('is done');
  };
  const service = await startService('users', (resources): DynamicModule => {
    consumeEvents(resources, 'probe', on(UserUpdated, handle));
    return { module: Probe };
  });
  await service.resources.log.append('users', REALM, [{ sequence: 1, type: UserUpdated.type, payload: '{}' }]);
  await eventually(() => happened.length > 0);

  await service.stop();

  expect(happened).toEqual(['begins', 'is done', 'module ends']);
});
