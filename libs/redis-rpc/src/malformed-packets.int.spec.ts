import { ServiceRequest } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requestList } from './limits.js';
import { HOLDS_PATTERN, type RequestPacket } from './packets.js';
import { RedisTransportClient } from './redis-transport-client.js';
import { RedisTransportServer } from './redis-transport-server.js';

class Echo extends ServiceRequest<string> {
  static readonly pattern = 'users.echo.say';
  static readonly timeoutMs = 10_000;
  said!: string;
}
const LIST = requestList('users');
const packet: RequestPacket = { p: Echo.pattern, i: 1, r: 'rpc:reply:x', d: 4e12, m: 1, q: 'r', b: { said: 'x' } };
const malformed = [
  '',
  'x',
  'null',
  '[]',
  '"text"',
  '{"p":"users.echo.say"',
  ...(['p', 'i', 'r', 'd', 'm', 'q'] as const).map((field) => JSON.stringify({ ...packet, [field]: undefined })),
  ...(['s', 'a', 't', 'x'] as const).map((field) => JSON.stringify({ ...packet, [field]: {} })),
  JSON.stringify({ ...packet, p: HOLDS_PATTERN, b: 5 }),
];

let redis: TestRedis;
let client: RedisTransportClient;
let server: RedisTransportServer;
let logger: RecordingLogger;
let executed: string[];
const rejections: unknown[] = [];
const remember = (reason: unknown) => rejections.push(reason);

beforeEach(async () => {
  redis = await createTestRedis();
  client = new RedisTransportClient(redis.url, { name: 'test', logger: new RecordingLogger() });
  await client.connect();
  logger = new RecordingLogger();
  server = new RedisTransportServer({ redisUrl: redis.url, service: 'users', instance: 'one', logger });
  executed = [];
  server.addHandler(Echo.pattern, async ({ said }: Echo) => {
    executed.push(said);
    return said;
  });
  rejections.length = 0;
  process.on('unhandledRejection', remember);
});
afterEach(async () => {
  await server.close();
  await client.close();
  await redis.close();
  process.off('unhandledRejection', remember);
});

const say = (said: string) => client.request(Echo, { said }, { realmId: 1, requestId: 'r' });
const waits = (count: number) => eventually(async () => (await redis.redis.llen(LIST)) === count);

describe('a malformed packet in a list of requests', () => {
  it('is logged and dropped; the requests before and behind it are executed', async () => {
    const before = say('before');
    await waits(1);
    await redis.redis.rpush(LIST, ...malformed);
    const behind = say('behind');
    await waits(malformed.length + 2);

    await server.listen(() => {});

    expect(await Promise.all([before, behind, say('later')])).toEqual(['before', 'behind', 'later']);
    expect(executed).toEqual(['before', 'behind', 'later']);
    const dropped = logger.lines.filter(({ message }) => message === 'Request packet is malformed; dropped it');
    expect(dropped.map(({ details }) => details)).toEqual(malformed.map(({ length }) => ({ characters: length })));
    expect(new Set(dropped.map(({ level }) => level))).toEqual(new Set(['error']));
    expect(rejections).toEqual([]);
  });

  it('does not hide the number of waiting requests', async () => {
    await redis.redis.rpush(LIST, 'x');
    const behind = say('behind');
    await waits(2);

    expect(await server.backlog()).toEqual({ depth: 2, oldestMs: 0 });
    await server.listen(() => {});
    await behind;
  });
});
