import { type ApiError, type Outcome, ServiceRequest, serviceUnavailable } from '@chat/contracts';
import type { BrokerClock } from '@chat/redis';
import { CuttableProxy, createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_STANDING_WAIT_MS, MAX_WAITING_REQUESTS, requestList, STANDING_AFTER_MS } from './limits.js';
import { decodeReply } from './packets.js';
import { RedisTransportClient } from './redis-transport-client.js';
import { RedisTransportServer } from './redis-transport-server.js';
import { type ExecutionOptions, RequestExecutor } from './request-executor.js';

class Write extends ServiceRequest<string> {
  static readonly pattern = 'users.notes.write';
  static readonly timeoutMs = 10_000;
}
class KeyedWrite extends ServiceRequest<string> {
  static readonly pattern = 'users.notes.write_keyed';
  static readonly isRepeatable = () => true;
}
const LIST = requestList('users');
const REPLIES = 'rpc:reply:test';

let redis: TestRedis;
let client: RedisTransportClient;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  redis = await createTestRedis();
  client = new RedisTransportClient(redis.url, { name: 'test', logger: new RecordingLogger() });
  await client.connect();
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  await client.close();
  await redis.close();
});

async function startReplica(handle: () => unknown, options: Partial<ExecutionOptions> = {}, instance = 'one') {
  const logger = new RecordingLogger();
  const server = new RedisTransportServer({ redisUrl: redis.url, service: 'users', instance, logger, ...options });
  for (const { pattern } of [Write, KeyedWrite]) server.addHandler(pattern, async () => handle());
  await server.listen(() => {});
  closing.push(() => server.close());
  return server;
}

/** A write with a deadline in `withinMs`. */
const write = (withinMs?: number) => {
  const deadlineMs = withinMs === undefined ? undefined : client.clock.nowMs() + withinMs;
  return client.request(Write, {}, { realmId: 1, requestId: 'r', deadlineMs });
};

/** The outcome that the 503 of a request states. */
async function outcomeOf(request: Promise<unknown>): Promise<unknown> {
  const error: ApiError = await request.then(
    (reply) => Promise.reject(new Error(`It succeeded: ${reply}`)),
    (reason) => reason,
  );
  expect([error.status, error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  return error.fields['outcome'];
}

describe('a write that no replica can have taken', () => {
  it('has the outcome not_started if the list is too long', async () => {
    await redis.redis.rpush(LIST, ...Array.from({ length: MAX_WAITING_REQUESTS }, () => 'x'));
    // The reply to the push of the first one says how long the list is.
    const refused = await eventually(async () => {
      const sent = client.changes.count;
      const outcome = await outcomeOf(write(50));
      return client.changes.count === sent ? outcome : undefined;
    });

    expect(refused).toBe('not_started');
  });

  it('has the outcome not_started at once if Redis refuses the push', async () => {
    await redis.redis.set(LIST, 'not a list');
    const askedAt = performance.now();

    expect(await outcomeOf(write(5_000))).toBe('not_started');
    expect(performance.now() - askedAt).toBeLessThan(4_000);
  });

  it('is taken out of its list at the deadline and has the outcome not_started', async () => {
    const others = ['{"p":"a","i":1,"r":"rpc:reply:other"}', '{"p":"b","i":2,"r":"rpc:reply:other"}'];
    await redis.redis.rpush(LIST, others[0] as string);
    const outcomes = Promise.all([outcomeOf(write(1_000)), outcomeOf(write(1_050))]);
    await eventually(async () => (await redis.redis.llen(LIST)) === 3);
    await redis.redis.rpush(LIST, others[1] as string);

    expect(await outcomes).toEqual(['not_started', 'not_started']);
    expect(await redis.redis.lrange(LIST, 0, -1)).toEqual(others);
  });

  it('is refused with the outcome not_started by a replica if all of its requests wait too long', async () => {
    let executions = 0;
    await startReplica(() => executions++);
    const refused = await eventually(
      async () => {
        const sentAtMs = client.clock.nowMs() - 2 * MAX_STANDING_WAIT_MS;
        const packet = { p: Write.pattern, i: 1, r: REPLIES, s: sentAtMs, d: sentAtMs + 60_000, m: 1, q: 'r', b: {} };
        await redis.redis.rpush(LIST, JSON.stringify(packet));
        const [, reply] = (await redis.redis.blpop(REPLIES, 5)) as [string, string];
        const { isOk, text } = decodeReply(reply);
        return isOk ? undefined : JSON.parse(text);
      },
      { withinMs: 5 * STANDING_AFTER_MS, what: 'the replica to refuse requests' },
    );

    expect(refused).toMatchObject({ status: 503, fields: { outcome: 'not_started' } });
    expect(executions).toBeGreaterThan(0);
  }, 20_000);

  it.each([
    ['executed', 'large', 15_000_000, true],
    ['refused', 'small', 10, false],
  ])('is %s by a replica if all of its requests are %s and take long', async (_outcome, _size, length, isExecuted) => {
    const nowMs = 1_000_000;
    const handlers = new Map([[Write.pattern, async () => 'done']]);
    const options = { service: 'users', logger: new RecordingLogger() };
    const executor = new RequestExecutor(handlers, { nowMs: () => nowMs } as BrokerClock, redis.redis, options);
    const packet = {
      p: Write.pattern,
      i: 1,
      r: REPLIES,
      s: nowMs - 2 * MAX_STANDING_WAIT_MS,
      d: nowMs + 1,
      m: 1,
      q: 'r',
    };
    const request = JSON.stringify({ ...packet, b: { text: 'x'.repeat(length) } });
    const reply = () => eventually(async () => (await redis.redis.lpop(REPLIES)) ?? undefined);
    await executor.execute(request);
    await reply();
    await new Promise((resolve) => setTimeout(resolve, STANDING_AFTER_MS + 100));
    await executor.execute(request);

    expect(decodeReply(await reply()).isOk).toBe(isExecuted);
  });
});

describe('a write that a replica may have taken', () => {
  it('has the outcome unknown at the deadline if a replica took it', async () => {
    await startReplica(() => new Promise((resolve) => setTimeout(resolve, 2_000)));

    expect(await outcomeOf(write(1_000))).toBe('unknown');
  });

  it('has the outcome unknown if Redis does not reply at the deadline', async () => {
    const proxy = await CuttableProxy.start(redis.url);
    const caller = new RedisTransportClient(proxy.url, { name: 'caller', logger: new RecordingLogger() });
    await caller.connect();
    closing.push(
      () => caller.close(),
      () => proxy.close(),
    );
    proxy.holdReplies();

    const deadlineMs = caller.clock.nowMs() + 400;
    expect(await outcomeOf(caller.request(Write, {}, { realmId: 1, requestId: 'r', deadlineMs }))).toBe('unknown');
    proxy.releaseReplies();
  });

  it('has the outcome unknown if the client is closed', async () => {
    const outcome = outcomeOf(write());
    await eventually(async () => (await redis.redis.llen(LIST)) === 1);
    await client.close();

    expect(await outcome).toBe('unknown');
  });
});

describe('a 503 of a handler', () => {
  let changes: { count: number };
  beforeEach(() => {
    changes = { count: 0 };
  });
  const failing = (outcome: Outcome) => () => {
    throw serviceUnavailable('messaging', outcome);
  };

  it.each(['not_started', 'unknown'] as const)(
    'has the outcome not_started if nothing changed (%s)',
    async (claimed) => {
      await startReplica(failing(claimed), { changes });

      expect(await outcomeOf(write())).toBe('not_started');
    },
  );

  it('has the outcome unknown if something may have changed before', async () => {
    const handle = () => {
      changes.count++;
      failing('not_started')();
    };
    await startReplica(handle, { changes });

    expect(await outcomeOf(write())).toBe('unknown');
  });

  it('has the outcome unknown in a service that does not count its changes', async () => {
    await startReplica(failing('not_started'));

    expect(await outcomeOf(write())).toBe('unknown');
  });

  it('has the outcome not_started if the handler was not called', async () => {
    let calls = 0;
    const waitUntilApplied = () => Promise.reject(serviceUnavailable('users'));
    await startReplica(() => calls++, { changes, waitUntilApplied });
    const request = client.request(Write, {}, { realmId: 1, requestId: 'r', asOf: '1-0' });

    expect(await outcomeOf(request)).toBe('not_started');
    expect(calls).toBe(0);
  });
});

describe('the number of sent writes', () => {
  it('grows with each request that may change something and was not refused', async () => {
    await startReplica(() => 'done');
    await Promise.all([write(), client.request(KeyedWrite, {}, { realmId: 1, requestId: 'r' })]);
    expect(client.changes.count).toBe(2);
    await client.close();

    expect(await outcomeOf(write())).toBe('not_started');
    expect(client.changes.count).toBe(2);
  });
});
