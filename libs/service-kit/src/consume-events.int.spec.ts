import { setTimeout as sleep } from 'node:timers/promises';
import { UserUpdated } from '@chat/contracts';
import { CuttableProxy, createTestRedis, endsWithin, eventually, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Module, type OnModuleDestroy, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type AsyncMicroserviceOptions, EventPattern } from '@nestjs/microservices';
import { MICROSERVICE, type RunningService, serve } from './run-service.js';
import { ServiceModule } from './service.module.js';
import { ServiceResources } from './service-resources.js';

const REALM = 1;
const EVENT = { sequence: 1, type: UserUpdated.type, payload: '{}' };

let redis: TestRedis;
beforeAll(async () => {
  redis = await createTestRedis();
  Object.assign(process.env, { REDIS_URL: redis.url, LOG_LEVEL: 'silent' });
});
afterAll(() => redis.close());

/** A service of these controllers alone. */
async function start(...controllers: Type[]): Promise<RunningService> {
  @Module({ imports: [ServiceModule.forRoot({ name: 'users' })], controllers })
  class Root {}
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(Root, MICROSERVICE);
  return serve(app, { isPartial: true });
}

it('handles events while the process runs, and finishes the current one before the modules end', async () => {
  const happened: string[] = [];
  let destroyed = () => {};
  const isDestroyed = new Promise<void>((resolve) => {
    destroyed = resolve;
  });
  @Controller()
  class Probe implements OnModuleDestroy {
    @EventPattern(UserUpdated.type, { group: 'probe' })
    async handle(_event: unknown) {
      happened.push('begins');
      // Longer than a stop takes that does not wait for it.
      await Promise.race([isDestroyed, sleep(1_000)]);
      happened.push('is done');
    }

    onModuleDestroy(): void {
      happened.push('module ends');
      destroyed();
    }
  }
  const service = await start(Probe);
  await service.resources.log.append('users', REALM, [EVENT]);
  await eventually(() => happened.length > 0);

  await service.stop();

  expect(happened).toEqual(['begins', 'is done', 'module ends']);
});

it('retries an event only for the group of the failed handler', async () => {
  const calls = { failing: 0, other: 0 };
  @Controller()
  class Failing {
    @EventPattern(UserUpdated.type, { group: 'failing' })
    async handle(_event: unknown) {
      calls.failing++;
      if (calls.failing === 1) throw new Error('fails once');
    }
  }
  @Controller()
  class Other {
    @EventPattern(UserUpdated.type, { group: 'other' })
    async handle(_event: unknown) {
      calls.other++;
    }
  }
  const service = await start(Failing, Other);
  await service.resources.log.append('users', REALM + 1, [EVENT]);

  await eventually(() => calls.failing >= 3);
  await service.stop();

  // The log has the event of the test before as well.
  expect(calls).toEqual({ failing: 3, other: 2 });
});

it('does not start with two handlers of an event in one group', async () => {
  @Controller()
  class Twice {
    @EventPattern(UserUpdated.type)
    first(_event: unknown) {}

    @EventPattern(UserUpdated.type)
    second(_event: unknown) {}
  }

  await expect(start(Twice)).rejects.toThrow('The consumer group users has two handlers of users.user_updated.');
});

it.each<[string, (resources: ServiceResources) => Promise<unknown> | undefined]>([
  ['a command', ({ redis: commands }) => commands.set('told', '1')],
  ['where the log ends', ({ reader }) => reader.tail(REALM)],
  ['what the log has', ({ reader }) => reader.waitUntilApplied(REALM, '99999999999999-0')],
])(
  'stops soon while Redis is away, also if a handler waits for %s',
  async (name, wait) => {
    const proxy = await CuttableProxy.start(redis.url);
    process.env['REDIS_URL'] = proxy.url;
    let isHandling = false;
    @Controller()
    class Waiting {
      constructor(private readonly resources: ServiceResources) {}

      @EventPattern(UserUpdated.type, { group: `waiting for ${name}` })
      async handle(_event: unknown) {
        isHandling = true;
        await eventually(() => this.resources.redis.status !== 'ready');
        await wait(this.resources);
      }
    }
    const service = await start(Waiting);
    await service.resources.log.append('users', REALM, [EVENT]);
    await eventually(() => isHandling);
    await proxy.close();
    await eventually(() => service.resources.redis.status === 'reconnecting');

    expect(await endsWithin(5_000, service.stop())).toBe(true);
  },
  20_000,
);
