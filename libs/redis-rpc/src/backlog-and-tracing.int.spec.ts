import { ServiceRequest } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { OWN_LIST_TTL_MS, requestList } from './limits.js';
import { RedisTransportClient } from './redis-transport-client.js';
import { RedisTransportServer } from './redis-transport-server.js';
import type { RequestTracing, StepOutcome } from './tracing.js';

class Work extends ServiceRequest<number> {
  static readonly pattern = 'users.work.do';
  static readonly timeoutMs = 10_000;
}
const REALM = 5;

let redis: TestRedis;
let client: RedisTransportClient;
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  register.resetMetrics();
  redis = await createTestRedis();
  client = new RedisTransportClient(redis.url, { name: 'test', logger: new RecordingLogger() });
  await client.connect();
  closing = [];
});
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  await client.close();
  await redis.close();
});

function makeServer(tracing?: RequestTracing, logger = new RecordingLogger()): RedisTransportServer {
  const server = new RedisTransportServer({
    ...{ redisUrl: redis.url, service: 'users', instance: 'one', logger },
    tracing,
  });
  closing.push(() => server.close());
  return server;
}
const ask = (traceparent?: string) => client.request(Work, {}, { realmId: REALM, requestId: 'r1', traceparent });

describe('the list of a service', () => {
  it('reports the number and age of waiting requests; an executed request reports its waiting time', async () => {
    const server = makeServer();
    server.addHandler(Work.pattern, async () => 1);
    expect(await server.backlog()).toEqual({ depth: 0, oldestMs: 0 });

    const asked = Promise.all([ask(), ask()]);
    const { oldestMs } = await eventually(async () => {
      const backlog = await server.backlog();
      return backlog.depth === 2 && backlog.oldestMs >= 500 ? backlog : undefined;
    });
    await server.listen(() => {});
    await asked;

    expect(oldestMs).toBeLessThan(10_000);
    // Each process has measured its own offset to the clock of Redis; half of the time allows for the error.
    const waits = await register.getSingleMetricAsString('chat_transport_wait_seconds');
    expect(waits).toContain('chat_transport_wait_seconds_bucket{le="0.25"} 0\n');
    expect(waits).toContain('chat_transport_wait_seconds_count 2');
    expect(await server.backlog()).toEqual({ depth: 0, oldestMs: 0 });
  });

  it('without a replica makes callers count unanswered requests', async () => {
    const deadlineMs = client.clock.nowMs() + 200;
    const context = { realmId: REALM, requestId: 'r1', deadlineMs };

    await expect(client.request(Work, {}, context)).rejects.toMatchObject({ status: 503 });

    expect([...client.unansweredByService]).toEqual([['users', 1]]);
    expect(client.pendingReplies).toBe(0);
  });
});

/** Writing the line of a request stops the process. */
class SlowLogger extends RecordingLogger {
  static readonly WRITING_MS = 1_000;

  override info(details: object, message: string): void {
    super.info(details, message);
    if (message === 'request') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SlowLogger.WRITING_MS);
  }
}

describe('an executed request', () => {
  it('has its reply in Redis before its log line is written', async () => {
    const replies = 'rpc:reply:test';
    const logger = new SlowLogger();
    const server = makeServer(undefined, logger);
    server.addHandler(Work.pattern, async () => 1);
    await server.listen(() => {});
    const packet = { p: Work.pattern, i: 1, r: replies, d: client.clock.nowMs() + 60_000, m: REALM, q: 'r1', b: {} };
    await redis.redis.rpush(requestList('users'), JSON.stringify(packet));
    await eventually(async () => logger.lines.some(({ message }) => message === 'request'));

    // Redis counts from the arrival of the reply.
    const leftMs = await redis.redis.pttl(replies);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(OWN_LIST_TTL_MS - SlowLogger.WRITING_MS);
  });
});

describe('traced requests', () => {
  /** Notes the steps; their traceparents name step and process. */
  function notingTracing(name: string, notes: string[]): RequestTracing {
    const begin = (step: string, parent: string | undefined) => {
      if (parent === undefined) return undefined;
      notes.push(`${name} ${step} under ${parent}`);
      return {
        traceparent: `${step} of ${name}`,
        end: (outcome: StepOutcome) => void notes.push(`${step} ${outcome}`),
      };
    };
    return {
      beginCall: (pattern, { traceparent }) => begin(`call ${pattern}`, traceparent),
      beginExecution: (pattern, _requestId, traceparent) => begin(`execution ${pattern}`, traceparent),
    };
  }

  it('carry the trace from the caller to the handler and report the outcome of each step', async () => {
    const notes: string[] = [];
    client.traceWith(notingTracing('caller', notes));
    const server = makeServer(notingTracing('service', notes));
    let seen: string | undefined;
    server.addHandler(Work.pattern, async (_request: Work, context: { request: { traceparent?: string } }) => {
      seen = context.request.traceparent;
      throw new Error('a fault');
    });
    await server.listen(() => {});

    await expect(ask('request')).rejects.toMatchObject({ status: 500 });

    expect(notes).toEqual([
      'caller call users.work.do under request',
      'service execution users.work.do under call users.work.do of caller',
      'execution users.work.do failed',
      'call users.work.do failed',
    ]);
    expect(seen).toBe('execution users.work.do of service');
  });

  it('pass their traceparent on where tracing is off', async () => {
    const server = makeServer();
    let seen: string | undefined;
    server.addHandler(Work.pattern, async (_request: Work, context: { request: { traceparent?: string } }) => {
      seen = context.request.traceparent;
      return 1;
    });
    await server.listen(() => {});

    await ask('the client’s own');

    expect(seen).toBe('the client’s own');
  });
});
