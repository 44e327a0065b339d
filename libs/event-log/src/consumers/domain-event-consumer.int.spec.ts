import { FileClaimsChanged, type LoggedEvent } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { partitionOf, stateEventsKey } from '../log/stored-log.js';
import { NotesLog, NoteWritten, REALM } from '../testing/notes-log.js';
import { DomainEventConsumer, type DomainEventConsumerOptions } from './domain-event-consumer.js';
import { waitUntilHandled } from './wait-until-handled.js';

let redis: TestRedis;
let notes: NotesLog;
let consumers: DomainEventConsumer[];

beforeEach(async () => {
  redis = await createTestRedis();
  notes = new NotesLog(redis, new RecordingLogger());
  consumers = [];
});

afterEach(async () => {
  await Promise.all(consumers.map((consumer) => consumer.close()));
  await notes.reader.close();
  await redis.close();
});

describe('a consumer of domain events', () => {
  async function startConsumer(
    name: string,
    handle: (event: LoggedEvent) => Promise<void>,
    options: Partial<DomainEventConsumerOptions> = {},
  ): Promise<void> {
    const consumer = new DomainEventConsumer(redis.url, {
      redis: redis.redis,
      group: 'messaging',
      consumer: name,
      logger: new RecordingLogger(),
      handlers: new Map([[NoteWritten.type, handle]]),
      ...options,
    });
    consumers.push(consumer);
    await consumer.start();
  }

  it('gives each event to one replica, also events from before its start', async () => {
    const handled: number[] = [];
    for (let n = 1; n <= 20; n++) await notes.append(n);
    for (const name of ['a', 'b']) {
      await startConsumer(name, async (event) => void handled.push(event.sequence));
    }
    for (let n = 21; n <= 60; n++) await notes.append(n);

    await eventually(() => handled.length === 60);
    expect(new Set(handled).size).toBe(60);
  });

  it('continues after Redis has lost its groups', async () => {
    const handled: number[] = [];
    await startConsumer('a', async (event) => void handled.push((event.payload as { n: number }).n));
    await notes.append(1);
    await eventually(() => handled.length === 1);

    await notes.wipe();
    await notes.append(1, 77);

    await eventually(() => handled.length === 2);
    expect(handled).toEqual([1, 77]);
  });

  it('finishes its current event when it is closed, and offers the others to other replicas at once', async () => {
    const handled: string[] = [];
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    for (let n = 1; n <= 20; n++) await notes.append(n);
    await startConsumer('a', async ({ sequence }) => {
      handled.push(`a ${sequence}`);
      await isFinished;
    });
    await eventually(() => handled.length === 1);

    const closed = consumers[0]?.close();
    finish();
    await closed;
    await startConsumer('b', async ({ sequence }) => void handled.push(`b ${sequence}`));

    // Less than the time after which entries of a dead replica are reclaimed.
    await eventually(() => handled.length === 20, { withinMs: 8_000 });
    expect(handled).toEqual(['a 1', ...Array.from({ length: 19 }, (_, n) => `b ${n + 2}`)]);
  }, 20_000);

  it('can be waited for, until it has handled a position, and not for ever', async () => {
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const isHandledWithin = async (withinMs: number) =>
      waitUntilHandled(redis.redis, 'messaging', { realmId: REALM, asOf: await notes.reader.tail(REALM), withinMs });
    expect(await isHandledWithin(0)).toBe(false);
    await startConsumer('a', () => isFinished);
    await notes.append(1);
    await notes.append(2);
    expect(await isHandledWithin(100)).toBe(false);

    finish();
    expect(await isHandledWithin(10_000)).toBe(true);
    expect(await isHandledWithin(0)).toBe(true);
  });

  it('reads consumer events if it handles one, also those that a former release has among the state events', async () => {
    const handled: string[] = [];
    const handle = async ({ type, sequence }: LoggedEvent) => void handled.push(`${type} ${sequence}`);
    const handlers = new Map([NoteWritten, FileClaimsChanged].map(({ type }) => [type, handle]));
    await startConsumer('a', handle, { handlers });
    const append = (sequence: number, type: string) =>
      notes.log.append('users', REALM, [{ sequence, type, payload: '{}' }]);
    await append(1, NoteWritten.type);
    const fields = ['s', 'users', 'r', String(REALM), 'n', '7', 't', FileClaimsChanged.type, 'd', '{}'];
    await redis.redis.xadd(stateEventsKey(partitionOf(REALM)), '*', ...fields);
    const asOf = await notes.reader.tail(REALM);
    await append(2, FileClaimsChanged.type);

    expect(await waitUntilHandled(redis.redis, 'messaging', { realmId: REALM, asOf, withinMs: 10_000 })).toBe(true);
    expect(handled).toContain(`${FileClaimsChanged.type} 2`);
    await eventually(() => handled.length === 3);
    expect(handled.filter((name) => name.startsWith(NoteWritten.type))).toEqual([`${NoteWritten.type} 1`]);
  });

  it('is removed from the group when its replica is gone and its entries are finished', async () => {
    const key = stateEventsKey(partitionOf(REALM));
    const names = async () =>
      ((await redis.redis.xinfo('CONSUMERS', key, 'messaging')) as string[][]).map(([, name]) => name).sort();
    for (let n = 1; n <= 3; n++) await notes.append(n);
    await redis.redis.xgroup('CREATE', key, 'messaging', '0');
    for (const name of ['finished', 'unfinished']) {
      await redis.redis.xreadgroup('GROUP', 'messaging', name, 'COUNT', 1, 'STREAMS', key, '>');
    }
    const [first] = await redis.redis.xrange(key, '-', '+', 'COUNT', 1);
    await redis.redis.xack(key, 'messaging', first?.[0] as string);

    const handled: number[] = [];
    const handle = async ({ sequence }: LoggedEvent) => void handled.push(sequence);
    await startConsumer('alive', handle, { times: { forgetReplicaAfterMs: 6_000 } });

    await eventually(async () => !(await names()).includes('finished'), { withinMs: 18_000 });
    expect(handled.filter((sequence) => sequence === 1)).toEqual([]);
    await eventually(async () => (await names()).join() === 'alive', { withinMs: 18_000 });
    expect(handled.sort()).toEqual([2, 3]);
  }, 40_000);

  it('repeats a failed event, on any replica', async () => {
    const tries: string[] = [];
    const handle = (name: string) => async () => {
      tries.push(name);
      if (tries.length === 1) throw new Error('first try fails');
    };
    for (const name of ['a', 'b']) await startConsumer(name, handle(name));

    await notes.append(1);

    await eventually(() => tries.length === 2, { withinMs: 18_000 });
  });

  it('repeats an event that fails for a while, and gives it up at the end', async () => {
    const tries: number[] = [];
    const handle = async ({ sequence }: LoggedEvent) => {
      tries.push(sequence);
      const isHealedAt = sequence === 1 ? 60 : Number.POSITIVE_INFINITY;
      if (tries.filter((one) => one === sequence).length < isHealedAt) throw new Error('away');
    };
    await notes.append(1);
    await notes.append(2);
    const times = { reclaimAfterMs: 20, reclaimAfterFailureMs: 20, reclaimEveryMs: 20, retryAfterMs: 1 };
    await startConsumer('a', handle, { times });

    await eventually(async () => (await consumers[0]?.backlog()) === 0, { withinMs: 40_000 });
    const triesOf = (sequence: number) => tries.filter((one) => one === sequence).length;
    expect([triesOf(1), triesOf(2)]).toEqual([60, 200]);
  }, 60_000);

  it('keeps the events that a slow handler delays', async () => {
    const handled: number[] = [];
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const handle = async ({ sequence }: LoggedEvent) => {
      handled.push(sequence);
      if (sequence === 1) await isFinished;
    };
    for (let n = 1; n <= 3; n++) await notes.append(n);
    const times = { reclaimAfterMs: 600, reclaimEveryMs: 100, renewEveryMs: 100 };
    await startConsumer('slow', handle, { times });
    await eventually(() => handled.length === 1);
    await startConsumer('other', handle, { times });
    await notes.append(4);
    await eventually(() => handled.includes(4));
    const key = stateEventsKey(partitionOf(REALM));
    let [renewals, idleMs] = [0, 0];
    // In this time the other replica looks for unfinished events twenty times.
    await eventually(async () => {
      const [oldest] = (await redis.redis.xpending(key, 'messaging', '-', '+', 1)) as [
        string,
        string,
        number,
        number,
      ][];
      const before = idleMs;
      idleMs = oldest?.[2] ?? 0;
      if (idleMs < before) renewals++;
      return renewals >= 20;
    });
    finish();

    await eventually(async () => (await consumers[0]?.backlog()) === 0);
    expect(handled).toEqual([1, 4, 2, 3]);
  });
});
