import { connectRedis, disconnect } from '@chat/redis';
import { CuttableProxy, createTestRedis, endsWithin, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainEventConsumer } from './consumers/domain-event-consumer.js';
import { LogReader } from './log/log-reader.js';

/** Far below the time that a process has for its stop. */
const CLOSED_WITHIN_MS = 5_000;

let redis: TestRedis;
let proxy: CuttableProxy;
const logger = new RecordingLogger();

beforeAll(async () => {
  redis = await createTestRedis();
});
afterAll(() => redis.close());

describe('while Redis is away', () => {
  const starts: [string, () => Promise<{ close(): Promise<void> }>][] = [
    [
      'a reader of the log',
      async () => {
        const reader = new LogReader(proxy.url, { name: 'test', logger });
        await reader.start();
        return reader;
      },
    ],
    [
      'a consumer of the log',
      async () => {
        const commands = connectRedis(proxy.url, { name: 'commands', logger });
        const options = { redis: commands, group: 'users', consumer: 'a', logger, handlers: new Map() };
        const consumer = new DomainEventConsumer(proxy.url, options);
        await consumer.start();
        return {
          close: async () => {
            disconnect(commands);
            await consumer.close();
          },
        };
      },
    ],
  ];

  it.each(starts)(
    '%s stops at once',
    async (_, start) => {
      proxy = await CuttableProxy.start(redis.url);
      const started = await start();
      const lostBefore = lostConnections();
      await proxy.close();
      await eventually(() => lostConnections() >= lostBefore + 2);

      expect(await endsWithin(CLOSED_WITHIN_MS, started.close())).toBe(true);
    },
    30_000,
  );
});

const lostConnections = (): number =>
  logger.lines.filter(({ message }) => message.startsWith('Redis connection lost')).length;
