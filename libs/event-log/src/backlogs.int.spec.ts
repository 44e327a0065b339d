import type { LoggedEvent } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainEventConsumer } from './consumers/domain-event-consumer.js';
import { DomainEventLog } from './log/domain-event-log.js';
import { LogReader, millisecondsBehind } from './log/log-reader.js';
import { LOG_PARTITIONS, logKey, stateEventsKey } from './log/stored-log.js';

const REALM = 5;

let redis: TestRedis;
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  redis = await createTestRedis();
  closing = [];
});
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  await redis.close();
});

describe('the log', () => {
  it('reports the age of the oldest unread event, and the number of unfinished events of a consumer', async () => {
    const log = new DomainEventLog(redis.redis);
    const reader = new LogReader(redis.url, { name: 'test', logger: new RecordingLogger() });
    closing.push(() => reader.close());
    const handled: LoggedEvent[] = [];
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const handle = async (event: LoggedEvent): Promise<void> => {
      await held;
      handled.push(event);
    };
    const consumer = new DomainEventConsumer(redis.url, {
      ...{ redis: redis.redis, group: 'users', consumer: 'one', logger: new RecordingLogger() },
      handlers: new Map([['users.note_written', handle]]),
    });
    closing.push(() => consumer.close());
    await Promise.all([reader.start(), consumer.start()]);
    expect(await consumer.backlog()).toBe(0);

    await log.append('users', REALM, [
      { sequence: 1, type: 'users.note_written', payload: '{}' },
      { sequence: 2, type: 'users.note_written', payload: '{}' },
    ]);
    const [[id] = ['']] = await redis.redis.xrange(logKey(REALM % LOG_PARTITIONS), '-', '+', 'COUNT', 1);
    const writtenAtMs = Number.parseInt(id, 10);

    const fromTheStart = Array.from({ length: LOG_PARTITIONS }, () => '0-0');
    expect(await millisecondsBehind(redis.redis, logKey, fromTheStart, writtenAtMs + 700)).toBe(700);
    await eventually(async () => (await consumer.backlog()) === 2);
    await eventually(
      async () =>
        (await millisecondsBehind(redis.redis, stateEventsKey, reader.readPositions(), writtenAtMs + 700)) === 0,
    );
    letGo();
    await eventually(async () => handled.length === 2 && (await consumer.backlog()) === 0);
  });
});
