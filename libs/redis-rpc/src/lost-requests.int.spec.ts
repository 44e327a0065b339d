import { spawn } from 'node:child_process';
import { ServiceRequest, serviceUnavailable } from '@chat/contracts';
import { CuttableProxy, createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LAPSED_LEASE_KEPT_MS, LEASE_MS, MAX_IN_FLIGHT_PER_REPLICA, requestList } from './limits.js';
import { RedisTransportClient } from './redis-transport-client.js';
import { RedisTransportServer } from './redis-transport-server.js';
import { leasesOf, renewLease } from './replicas.js';

abstract class RepeatableRequest extends ServiceRequest<string> {
  static readonly pattern = 'users.notes.get';
  static readonly isRepeatable = true;
}
/** Inherits its pattern, as the requests of the contracts do. */
class Read extends RepeatableRequest {}
class LargeRead extends ServiceRequest<string> {
  static readonly pattern = 'users.notes.get_large';
  static readonly isRepeatable = true;
  static readonly timeoutMs = 30_000;
  text!: string;
}
class Write extends ServiceRequest<string> {
  static readonly pattern = 'users.notes.write';
}
class KeyedWrite extends ServiceRequest<string> {
  static readonly pattern = 'users.notes.write_keyed';
  static readonly isRepeatable = ({ key }: Pick<KeyedWrite, 'key'>): boolean => key !== undefined;
  key?: string;
}
/** About 1.2 s, and time for a busy machine. Without the lease, a request is settled at its deadline of 5 s. */
const SETTLED_WITHIN_MS = 3_000;
/** A caller that thinks a request lost would have given it up by then. */
const GIVEN_UP_AFTER_MS = 1_500;
/** Of another process, on a busy machine. */
const STARTED_WITHIN_MS = 30_000;
const context = { realmId: 1, requestId: 'r' };

let redis: TestRedis;
let client: RedisTransportClient;
let servers: RedisTransportServer[];
let closing: (() => unknown)[];

beforeEach(async () => {
  redis = await createTestRedis();
  client = new RedisTransportClient(redis.url, { name: 'test', logger: new RecordingLogger() });
  await client.connect();
  servers = [];
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  await Promise.all(servers.map((server) => server.close()));
  await client.close();
  await redis.close();
});

async function startReplica(work: () => unknown = () => undefined): Promise<RedisTransportServer> {
  const logger = new RecordingLogger();
  const server = new RedisTransportServer({ redisUrl: redis.url, service: 'users', instance: 'living', logger });
  for (const { pattern } of [Read, LargeRead, Write, KeyedWrite]) {
    server.addHandler(pattern, async () => {
      await work();
      return 'living';
    });
  }
  await server.listen(() => {});
  servers.push(server);
  return server;
}

const PROGRAM = `
  const { createRequire } = require('node:module');
  const { Redis } = createRequire(process.env.FROM)('ioredis');
  const redis = new Redis(process.env.URL);
  const lease = async () => {
    const [seconds, microseconds] = await redis.time();
    await redis.zadd('rpc:users:leases', Math.round(seconds * 1000 + microseconds / 1000 + 900), 'dying');
  };
  lease().then(async () => {
    setInterval(lease, 200);
    const reader = redis.duplicate();
    await reader.ping();
    process.stdout.write('started ');
    for (let taken = 0; taken < Number(process.env.TAKES); taken++) {
      await reader.blpop('rpc:users', 0);
      process.stdout.write('taken ');
    }
  });
  const own = redis.duplicate();
  const deny = async () => {
    const [, packet] = await own.blpop('rpc:users@dying', 0);
    const { r: list, i: id } = JSON.parse(packet);
    await redis.rpush(list, id + ' ok\\n[]');
    return deny();
  };
  deny();`;

/**
 * Starts a process that takes `count` requests like a replica and renews its lease. It never replies to them, and denies that it executes
 * them. The start may take longer than a request has, so the requests come afterwards.
 */
async function startReplicaThatTakes(count: number) {
  const env = { ...process.env, FROM: import.meta.url, URL: redis.url, TAKES: String(count) };
  const child = spawn(process.execPath, ['-e', PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  closing.push(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  await eventually(() => output !== '', { withinMs: STARTED_WITHIN_MS, what: 'the process' });
  const untilTaken = (taken = count) =>
    eventually(() => output.split('taken').length > taken, { what: `${taken} requests to be taken` });
  return { child, untilTaken };
}

/** Outcomes of requests after the process that has taken them received `signal`. */
async function takenByReplicaThatGets<Outcome>(
  signal: 'SIGKILL' | 'SIGSTOP',
  requests: readonly (() => Promise<Outcome>)[],
): Promise<{ outcomes: PromiseSettledResult<Outcome>[]; waitedMs: number }> {
  const { child, untilTaken } = await startReplicaThatTakes(requests.length);
  const settled = Promise.allSettled(requests.map((request) => request()));
  await untilTaken();
  await startReplica();
  child.kill(signal);
  const signalledAt = performance.now();
  return { outcomes: await settled, waitedMs: performance.now() - signalledAt };
}

describe.each(['SIGKILL', 'SIGSTOP'] as const)('requests of a replica that receives %s', (signal) => {
  it('are repeated at another replica if they are repeatable, and otherwise rejected with 503 at once', async () => {
    const { outcomes, waitedMs } = await takenByReplicaThatGets(signal, [
      () => client.request(Read, {}, context),
      () => client.request(KeyedWrite, { key: 'k' }, context),
      () => client.request(KeyedWrite, {}, context),
      () => client.request(Write, {}, context),
    ]);

    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 'living' },
      { status: 'fulfilled', value: 'living' },
      { status: 'rejected', reason: { status: 503, fields: { outcome: 'unknown' } } },
      { status: 'rejected', reason: { status: 503, fields: { outcome: 'unknown' } } },
    ]);
    expect(waitedMs).toBeLessThan(SETTLED_WITHIN_MS);
    expect(client.pendingReplies).toBe(0);
  });
});

it('a lost write has the outcome unknown even if the replica that gets its repetition refuses it', async () => {
  const { child, untilTaken } = await startReplicaThatTakes(1);
  const repeated = Promise.allSettled([client.request(KeyedWrite, { key: 'k' }, context)]);
  await untilTaken();
  await startReplica(() => {
    throw serviceUnavailable('users', 'not_started');
  });
  child.kill('SIGKILL');

  expect(await repeated).toMatchObject([
    { status: 'rejected', reason: { status: 503, fields: { outcome: 'unknown' } } },
  ]);
});

/** A client with connections that a test can cut. */
async function startCutClient() {
  const proxy = await CuttableProxy.start(redis.url);
  const cutClient = new RedisTransportClient(proxy.url, { name: 'cut', logger: new RecordingLogger() });
  closing.push(async () => {
    await cutClient.close();
    await proxy.close();
  });
  await cutClient.connect();
  return { proxy, cutClient };
}

it('a request is found lost after the connection broke during a search for lost ones', async () => {
  const { proxy, cutClient } = await startCutClient();
  const { child, untilTaken } = await startReplicaThatTakes(1);
  const read = cutClient.request(Read, {}, context);
  await untilTaken();
  await startReplica();
  const unanswered = jest.spyOn(cutClient.redis, 'zrange');
  proxy.holdReplies();
  await eventually(() => unanswered.mock.calls.length > 0);
  proxy.cut();
  proxy.releaseReplies();
  child.kill('SIGKILL');
  const killedAt = performance.now();

  expect(await read).toBe('living');
  expect(performance.now() - killedAt).toBeLessThan(SETTLED_WITHIN_MS);
});

it('a request that Redis lost is repeated at a living replica, and one in execution is not', async () => {
  const { proxy, cutClient } = await startCutClient();
  const lost = cutClient.request(Read, {}, context);
  await eventually(async () => (await redis.redis.llen(requestList('users'))) === 1);
  await redis.redis.del(requestList('users'));
  let executions = 0;
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await startReplica(() => {
    executions++;
    return executions === 1 ? held : undefined;
  });
  const executed = cutClient.request(Write, {}, context);
  await eventually(() => executions === 1);
  proxy.cut();
  const cutAt = performance.now();

  expect(await lost).toBe('living');
  expect(performance.now() - cutAt).toBeLessThan(SETTLED_WITHIN_MS);
  letGo();
  expect(await executed).toBe('living');
  expect(executions).toBe(2);
});

it('a request that is lost a second time is rejected', async () => {
  const { proxy, cutClient } = await startCutClient();
  const { untilTaken } = await startReplicaThatTakes(3);
  const lost = Promise.allSettled([cutClient.request(Read, {}, context)]);
  await untilTaken(1);
  proxy.cut();
  await untilTaken(2);
  proxy.cut();
  const cutAt = performance.now();

  expect(await lost).toMatchObject([{ status: 'rejected', reason: { status: 503, fields: { outcome: 'unknown' } } }]);
  expect(performance.now() - cutAt).toBeLessThan(SETTLED_WITHIN_MS);
});

it('a request of a hanging replica is lost only after another replica has started', async () => {
  const { child, untilTaken } = await startReplicaThatTakes(1);
  let isSettled = false;
  const write = client.request(Write, {}, context).finally(() => {
    isSettled = true;
  });
  const outcome = Promise.allSettled([write]);
  await untilTaken();
  child.kill('SIGSTOP');
  // The lease ends after 0.9 s.
  await eventually(async () => (await leasesOf(redis.redis, 'users')).every(({ endsAtMs }) => endsAtMs < Date.now()));
  await new Promise((resolve) => setTimeout(resolve, 500));

  expect(isSettled).toBe(false);
  await startReplica();
  expect(await outcome).toMatchObject([{ status: 'rejected', reason: { status: 503 } }]);
});

it('a large request is lost only after the time that its transfer takes', async () => {
  const { child, untilTaken } = await startReplicaThatTakes(1);
  const sentAt = performance.now();
  let isSettled = false;
  const read = client.request(LargeRead, { text: 'x'.repeat(12_000_000) }, context).finally(() => {
    isSettled = true;
  });
  await untilTaken();
  await startReplica();
  child.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, 2_200 - (performance.now() - sentAt)));

  expect(isSettled).toBe(false);
  expect(await read).toBe('living');
});

describe('while the lease of another replica has ended', () => {
  const endedLease = () => renewLease(redis.redis, 'users', 'gone', client.clock.nowMs());

  it('a request in execution by a living replica is not repeated', async () => {
    let executions = 0;
    await startReplica(async () => {
      executions++;
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    });
    const replies = [client.request(Read, {}, context), client.request(Write, {}, context)];
    await endedLease();

    expect(await Promise.all(replies)).toEqual(['living', 'living']);
    expect(executions).toBe(2);
  });

  it('a waiting request stays in its list', async () => {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const server = await startReplica(() => held);
    const taken = Array.from({ length: MAX_IN_FLIGHT_PER_REPLICA }, () => client.request(Read, {}, context));
    await eventually(() => server.requestsInFlight === MAX_IN_FLIGHT_PER_REPLICA);
    const waiting = client.request(Write, {}, context);
    await endedLease();
    await new Promise((resolve) => setTimeout(resolve, GIVEN_UP_AFTER_MS));

    expect(await redis.redis.llen(requestList('users'))).toBe(1);
    letGo();
    expect(await waiting).toBe('living');
    await Promise.all(taken);
  });
});

describe('the lease of a replica', () => {
  it('is renewed while the replica runs, and removed by an orderly stop', async () => {
    const server = await startReplica();
    const first = await eventually(async () => (await leasesOf(client.redis, 'users'))[0]);
    await eventually(async () => ((await leasesOf(redis.redis, 'users'))[0]?.endsAtMs ?? 0) > first.endsAtMs);

    await server.close();

    expect(await leasesOf(redis.redis, 'users')).toEqual([]);
  });

  it('is dropped by the next replica that starts, if it lapsed two minutes ago', async () => {
    const nowMs = client.clock.nowMs();
    await renewLease(redis.redis, 'users', 'long gone', nowMs - LAPSED_LEASE_KEPT_MS - LEASE_MS - 1);
    await renewLease(redis.redis, 'users', 'gone', nowMs - LAPSED_LEASE_KEPT_MS / 2);
    await startReplica();

    const instances = async () => (await leasesOf(redis.redis, 'users')).map(({ instance }) => instance);
    await eventually(async () => !(await instances()).includes('long gone'));
    expect(await instances()).toContain('gone');
  });
});
