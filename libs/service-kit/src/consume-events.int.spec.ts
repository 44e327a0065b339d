import { setTimeout as sleep } from 'node:timers/promises';
import { UserUpdated } from '@chat/contracts';
import { CuttableProxy, createTestRedis, endsWithin, eventually, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DynamicModule, OnModuleDestroy } from '@nestjs/common';
import { consumeEvents, on } from './consume-events.js';
import { startServiceFrom } from './run-service.js';
import type { ServiceResources } from './service-resources.js';

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
  const service = await startServiceFrom('users', (resources): DynamicModule => {
    consumeEvents(resources, 'probe', on(UserUpdated, handle));
    return { module: Probe };
  });
  await service.resources.log.append('users', REALM, [{ sequence: 1, type: UserUpdated.type, payload: '{}' }]);
  await eventually(() => happened.length > 0);

  await service.stop();

  expect(happened).toEqual(['begins', 'is done', 'module ends']);
});

it.each<[string, (resources: ServiceResources) => Promise<unknown> | undefined]>([
  ['a command', ({ redis: commands }) => commands.set('told', '1')],
  ['where the log ends', ({ reader }) => reader.tail(REALM)],
  ['what the log has', ({ reader }) => reader.waitUntilApplied(REALM, '99999999999999-0')],
])(
  'stops soon while Redis is away, also when what is being handled waits for %s',
  async (name, wait) => {
    const proxy = await CuttableProxy.start(redis.url);
    process.env['REDIS_URL'] = proxy.url;
    let isHandling = false;
    const service = await startServiceFrom('users', (resources): DynamicModule => {
      const handle = async () => {
        isHandling = true;
        await eventually(() => resources.redis.status !== 'ready');
        await wait(resources);
      };
      consumeEvents(resources, `waiting for ${name}`, on(UserUpdated, handle));
      return { module: class {} };
    });
    await service.resources.log.append('users', REALM, [{ sequence: 1, type: UserUpdated.type, payload: '{}' }]);
    await eventually(() => isHandling);
    await proxy.close();
    await eventually(() => service.resources.redis.status === 'reconnecting');

    expect(await endsWithin(5_000, service.stop())).toBe(true);
  },
  20_000,
);
