import type { LoggedEvent } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { DomainEventConsumer, DomainEventLog } from './index.js';
import { NoteWritten, REALM } from './testing/notes-log.js';

it('the example in the README hands an event to its handler', async () => {
  const server = await createTestRedis();
  const [redis, redisUrl, logger, instance] = [server.redis, server.url, new RecordingLogger(), 'messaging-0'];
  const handled: LoggedEvent[] = [];
  const handlers = new Map([[NoteWritten.type, async (event: LoggedEvent) => void handled.push(event)]]);

  const log = new DomainEventLog(redis);
  await log.append('users', REALM, [{ sequence: 1, type: NoteWritten.type, payload: '{"n":1}' }]);
  const consumer = new DomainEventConsumer(redisUrl, {
    redis,
    group: 'messaging',
    consumer: instance,
    logger,
    handlers,
  });
  await consumer.start();

  await eventually(() => handled.length === 1);
  expect(handled[0]).toMatchObject({ type: NoteWritten.type, sequence: 1, payload: { n: 1 } });
  await consumer.close();
  await server.close();
});
