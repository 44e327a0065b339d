import { setTimeout as sleep } from 'node:timers/promises';
import { ListBotIntegrations } from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { createTestRedis, eventually, RecordingLogger, startFakeService, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BotIntegrations } from './bot-integrations.js';

const INTEGRATIONS = [{ name: 'github', config: {} }];
/** Longer than a registration waits. */
const SLOW_MS = 1_000;

let redis: TestRedis;
let client: RedisTransportClient;
let service: { close(): Promise<void> };
let asked = 0;

beforeEach(async () => {
  redis = await createTestRedis();
  asked = 0;
  service = await startFakeService(redis.url, 'integrations', {
    [ListBotIntegrations.pattern]: async () => {
      asked++;
      await sleep(SLOW_MS);
      return { integrations: INTEGRATIONS };
    },
  });
  client = new RedisTransportClient(redis.url, { name: 'test', logger: new RecordingLogger() });
  await client.connect();
});

afterEach(async () => {
  await client.close();
  await service.close();
  await redis.close();
});

it('a registration does not wait for a slow service, and a later one has its list', async () => {
  const integrations = new BotIntegrations(client);

  expect(await integrations.list()).toEqual([]);
  await eventually(async () => (await integrations.list()).length > 0);

  expect(await integrations.list()).toEqual(INTEGRATIONS);
  expect(asked).toBe(1);
});

it('the list is read at the start, before a registration needs it', async () => {
  new BotIntegrations(client).onApplicationBootstrap();

  await eventually(() => asked === 1);
});
