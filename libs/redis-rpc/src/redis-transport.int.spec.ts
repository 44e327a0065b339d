import { ApiError, badRequest, ServiceRequest } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { ENOUGH_TO_SEND, MAX_WAITING_REQUESTS, REPLY_BATCH } from './limits.js';
import { encodeReply, type RequestPacket } from './packets.js';
import { RedisTransportClient } from './redis-transport-client.js';
import { RedisTransportServer } from './redis-transport-server.js';

class Echo extends ServiceRequest<{ replica: string; said: string }> {
  static readonly pattern = 'users.echo.say';
  static readonly timeoutMs = 1_500;
  said!: string;
}
class Unknown extends ServiceRequest<unknown> {
  static readonly pattern = 'users.echo.unknown';
}
const context = { realmId: 1, requestId: 'r1' };

let redis: TestRedis;
let client: RedisTransportClient;
let servers: RedisTransportServer[];
let executions: string[];

beforeEach(async () => {
  redis = await createTestRedis();
  client = new RedisTransportClient(redis.url, { name: 'test', logger: new RecordingLogger() });
  await client.connect();
  servers = [];
  executions = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await client.close();
  await redis.close();
});

async function startReplica(
  name: string,
  work: (said: string) => unknown = (said) => said,
): Promise<RedisTransportServer> {
  const server = new RedisTransportServer({
    redisUrl: redis.url,
    service: 'users',
    instance: name,
    logger: new RecordingLogger(),
  });
  server.addHandler(Echo.pattern, async (request: Echo) => {
    executions.push(`${name}:${request.said}`);
    return { replica: name, said: await work(request.said) };
  });
  await server.listen(() => {});
  servers.push(server);
  return server;
}

describe('requests over Redis lists', () => {
  it('are executed exactly once each by three replicas, which all take part', async () => {
    for (const name of ['a', 'b', 'c']) await startReplica(name, () => new Promise((r) => setTimeout(() => r('x'), 2)));

    const replies: { replica: string }[] = [];
    for (let round = 0; round < 10; round++) {
      const said = Array.from({ length: 60 }, (_, n) => `${round}-${n}`);
      replies.push(...(await Promise.all(said.map((text) => client.request(Echo, { said: text }, context)))));
    }

    expect(replies).toHaveLength(600);
    expect(new Set(executions.map((line) => line.slice(2))).size).toBe(600);
    expect(executions).toHaveLength(600);
    expect(new Set(replies.map((reply) => reply.replica)).size).toBeGreaterThan(1);
  });

  it('are executed by the one replica that they are addressed to', async () => {
    await startReplica('a');
    await startReplica('b');

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client.request(Echo, { said: 'x' }, context, 'b')),
    );

    expect(replies.every((reply) => reply.replica === 'b')).toBe(true);
  });

  it('reject with the code, status and fields of an ApiError', async () => {
    await startReplica('a', () => {
      throw new ApiError('RATE_LIMIT_HIT', 'slow down', 429, { 'retry-after': 3 });
    });

    await expect(client.request(Echo, { said: 'x' }, context)).rejects.toMatchObject({
      code: 'RATE_LIMIT_HIT',
      message: 'slow down',
      status: 429,
      fields: { 'retry-after': 3 },
    });
  });

  it('reject with 500 and without details after an unexpected error', async () => {
    await startReplica('a', () => {
      throw new Error('relation "secrets" does not exist');
    });

    await expect(client.request(Echo, { said: 'x' }, context)).rejects.toMatchObject({
      status: 500,
      message: 'Internal server error',
    });
  });

  it('reject with 500 at once if the pattern has no handler', async () => {
    await startReplica('a');

    await expect(client.request(Unknown, {}, context)).rejects.toMatchObject({ status: 500 });
  });

  it('reject with 503 at the deadline without a replica, and are not executed later', async () => {
    await expect(client.request(Echo, { said: 'late' }, context)).rejects.toMatchObject({ status: 503 });

    await startReplica('a');
    await client.request(Echo, { said: 'now' }, context);
    expect(executions).toEqual(['a:now']);
  });

  it('are finished by a closing replica that has taken them; other replicas take later ones', async () => {
    const first = await startReplica('a', () => new Promise((resolve) => setTimeout(() => resolve('slow'), 150)));
    const replies = Array.from({ length: 5 }, () => client.request(Echo, { said: 'x' }, context));
    await eventually(() => executions.length === 5);

    await first.close();
    await startReplica('b');
    const after = await client.request(Echo, { said: 'y' }, context);

    expect((await Promise.all(replies)).every((reply) => reply.replica === 'a')).toBe(true);
    expect(after.replica).toBe('b');
  });

  it('succeed again after every connection was cut', async () => {
    await startReplica('a');
    await client.request(Echo, { said: 'before' }, context);

    await redis.cutConnections();
    const reply = await eventually(() => client.request(Echo, { said: 'after' }, context));

    expect(reply.said).toBe('after');
  });

  it('reject with 503 at once while too many requests wait', async () => {
    const tooMany = MAX_WAITING_REQUESTS + 10 * ENOUGH_TO_SEND;
    const waiting = Array.from({ length: tooMany }, (_, n) => client.request(Echo, { said: `${n}` }, context));
    const outcomes = Promise.allSettled(waiting);
    // Redis replies in order, so the client then knows the length of the list.
    await client.redis.ping();
    await new Promise((resolve) => setImmediate(resolve));

    await expect(client.request(Echo, { said: 'x' }, context)).rejects.toMatchObject({ status: 503 });

    // The rejected request was not pushed.
    expect(await redis.redis.llen('rpc:users')).toBe(tooMany);
    await outcomes;
  });

  it('are executed 256 at once by one replica', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await startReplica('a', () => gate);
    const replies = Array.from({ length: 400 }, () => client.request(Echo, { said: 'x' }, context));

    await eventually(() => server.requestsInFlight === 256);
    expect(executions).toHaveLength(256);
    release();

    expect(await Promise.all(replies)).toHaveLength(400);
  });
});

describe('waiting replies', () => {
  const REQUESTS = 600;

  it('are read 256 at once, each once, and settle the requests that they belong to', async () => {
    await client.close();
    client = new RedisTransportClient(redis.url, { name: 'test', logger: new RecordingLogger() });
    const { redis: connection } = (client as unknown as { replies: { redis: Redis } }).replies;
    const takes = jest.spyOn(connection, 'blmpop');
    await client.connect();
    const said = Array.from({ length: REQUESTS }, (_, n) => `${n}`);
    const texts = Promise.all(said.map((text) => client.request(Echo, { said: text }, context)));
    const asked = await eventually(async () => {
      const packets = await redis.redis.lrange('rpc:users', 0, -1);
      return packets.length === REQUESTS && packets.map((packet) => JSON.parse(packet) as RequestPacket);
    });

    // In another order than the requests.
    const replies = asked.reverse().map(({ i, b }) => encodeReply(i, b));
    await redis.redis.rpush(asked[0]?.r as string, ...replies);

    expect((await texts).map((reply) => reply.said)).toEqual(said);
    expect(client.pendingReplies).toBe(0);
    // The last read waits for more; on a slow machine earlier ones may have timed out.
    expect(takes.mock.calls.length).toBeLessThanOrEqual(6);
    await client.close();
    const taken = await Promise.allSettled(takes.mock.results.map(({ value }) => value as ReturnType<Redis['blmpop']>));
    expect(taken.flatMap((take) => (take.status === 'fulfilled' ? (take.value?.[1] ?? []) : []))).toEqual(replies);
    expect(REQUESTS).toBeGreaterThan(REPLY_BATCH);
  });
});

describe('a badRequest of a handler', () => {
  it('is an ApiError for the caller', async () => {
    await startReplica('a', () => {
      throw badRequest('said is not a string');
    });

    await expect(client.request(Echo, { said: 'x' }, context)).rejects.toBeInstanceOf(ApiError);
  });
});

it('the example in the README receives a reply', async () => {
  await startReplica('a');
  const [redisUrl, logger, realmId, requestId] = [redis.url, new RecordingLogger(), 1, 'r1'];

  const client = new RedisTransportClient(redisUrl, { name: 'gateway', logger });
  await client.connect();
  const { said } = await client.request(Echo, { said: 'hello' }, { realmId, requestId });

  expect(said).toBe('hello');
  await client.close();
});
