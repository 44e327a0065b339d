import { domainEvent, type LoggedEvent, MessageSent, type Stamped } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger, saveRedis, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainEventConsumer, type DomainEventConsumerOptions } from '../consumers/domain-event-consumer.js';
import { RealmProjection } from '../projections/realm-projection.js';
import { DomainEventLog, type LogEnd } from './domain-event-log.js';
import { logKey, partitionOf, stateEventsKey, stateEventsTailKey, tailKey } from './keys.js';
import { decodeLogEntry, type RawLogEntry } from './log-entry.js';
import { LogReader } from './log-reader.js';

const NoteWritten = domainEvent<{ n: number }>()('users.note_written');
const REALM = 5;

let redis: TestRedis;
let log: DomainEventLog;
let reader: LogReader;
let consumers: DomainEventConsumer[];

beforeEach(async () => {
  redis = await createTestRedis();
  log = new DomainEventLog(redis.redis);
  reader = new LogReader(redis.url, { name: 'test', logger: new RecordingLogger() });
  consumers = [];
});

afterEach(async () => {
  await Promise.all(consumers.map((consumer) => consumer.close()));
  await reader.close();
  await redis.close();
});

const append = (sequence: number, n = sequence, realmId = REALM) =>
  log.append('users', realmId, [{ sequence, type: NoteWritten.type, payload: JSON.stringify({ n }) }]);

/** An event for clients only, of the same service as the notes. */
const appendForClients = (sequence: number) =>
  log.append('users', REALM, [{ sequence, type: MessageSent.type, payload: '{}' }]);

/** Ids of log entries are times in milliseconds, so events after a wipe must be at least a millisecond later. */
async function wipe(): Promise<void> {
  const writtenAt = Date.now();
  await eventually(() => Date.now() > writtenAt + 1);
  await redis.redis.flushdb();
}

describe('the log', () => {
  it('skips known events and refuses a gap', async () => {
    await append(1);
    await append(2);

    expect(await append(2)).toEqual({ kind: 'appended', head: 2 });
    expect(await append(4)).toEqual({ kind: 'gap', head: 2 });
    expect(await log.heads('users', [REALM, 99])).toEqual([2, undefined]);
  });

  it('tells a repetition from another event under the same sequence', async () => {
    const note = (n: number) => [{ sequence: n, type: NoteWritten.type, payload: `{"n":${n}}` }];
    await log.append('users', REALM, note(1), { identity: 11 });

    expect(await log.append('users', REALM, note(1), { identity: 11 })).toEqual({ kind: 'appended', head: 1 });
    expect(await log.append('users', REALM, note(1), { identity: 12 })).toEqual({ kind: 'conflict' });
    expect(await log.append('users', REALM, note(2), { identity: 22, previous: 12 })).toEqual({ kind: 'conflict' });
    expect(await log.append('users', REALM, note(2), { identity: 21, previous: 11 })).toEqual({
      kind: 'appended',
      head: 2,
    });
    expect(await log.append('users', REALM, note(1), { identity: 11 })).toEqual({ kind: 'conflict' });
  });

  it('continues after a former release, which knows no identities', async () => {
    const note = (n: number) => [{ sequence: n, type: NoteWritten.type, payload: `{"n":${n}}` }];
    await log.append('users', REALM, note(1), { identity: 11 });
    await log.append('users', REALM, note(2));

    expect(await log.append('users', REALM, note(3), { identity: 31, previous: 11 })).toEqual({
      kind: 'appended',
      head: 3,
    });
  });

  it('has state events in a second stream, under the same ids, each with its predecessor', async () => {
    const note = (sequence: number) => ({ sequence, type: NoteWritten.type, payload: `{"n":${sequence}}` });
    const message = (sequence: number) => ({ sequence, type: MessageSent.type, payload: '{}' });
    await log.append('users', REALM, [message(1), note(2), message(3), message(4), note(5)]);
    await log.append('users', REALM, [note(5), message(6), note(7)]);
    await log.append('messaging', REALM, [note(1)]);
    await log.append('users', REALM, [message(8)]);

    const read = async (key: string) =>
      ((await redis.redis.xrange(key, '-', '+')) as RawLogEntry[]).map(decodeLogEntry);
    const entries = await read(logKey(partitionOf(REALM)));
    const stateEvents = await read(stateEventsKey(partitionOf(REALM)));

    expect(entries.map(({ sequence, follows }) => [sequence, follows])).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7].map((sequence) => [sequence, sequence - 1]),
      [1, 0],
      [8, 7],
    ]);
    expect(stateEvents.map(({ service, sequence, follows }) => [service, sequence, follows])).toEqual([
      ['users', 2, 0],
      ['users', 5, 2],
      ['users', 7, 5],
      ['messaging', 1, 0],
    ]);
    const places = new Map(entries.map(({ logId, payload }) => [logId, payload]));
    expect(stateEvents.map(({ logId }) => places.get(logId))).toEqual([{ n: 2 }, { n: 5 }, { n: 7 }, { n: 1 }]);
    expect(await redis.redis.get(stateEventsTailKey(partitionOf(REALM)))).toBe(stateEvents.at(-1)?.logId);
    expect(await redis.redis.get(tailKey(partitionOf(REALM)))).toBe(entries.at(-1)?.logId);
  });

  it('refuses consumers of events for clients only, and state events without an outbox', async () => {
    const options = { group: 'messaging', consumer: 'a', logger: new RecordingLogger() };
    const handlers = new Map([[MessageSent.type, async () => {}]]);

    expect(() => new DomainEventConsumer(redis.url, { ...options, handlers })).toThrow('only for clients');
    await expect(log.appendUnstored('events', REALM, NoteWritten.type, {})).rejects.toThrow('need an outbox');
  });
});

describe('a log reader', () => {
  it('delivers every event after its start, in order, and no earlier one', async () => {
    const seen: LoggedEvent[] = [];
    reader.onEvent((event) => seen.push(event));
    await append(1);
    await reader.start();

    for (let n = 2; n <= 50; n++) await append(n);

    await eventually(() => seen.length >= 49);
    expect(seen.map((event) => event.sequence)).toEqual(Array.from({ length: 49 }, (_, n) => n + 2));
    expect(seen[0]?.payload).toEqual({ n: 2 });
  });

  it('gets state events only', async () => {
    const seen: number[] = [];
    reader.onEvent((event) => seen.push(event.sequence));
    await reader.start();
    const before = await reader.tail(REALM);
    await appendForClients(1);
    expect(await reader.tail(REALM)).toBe(before);
    await append(2);
    await appendForClients(3);
    await append(4);

    await eventually(() => seen.length >= 2);
    expect(seen).toEqual([2, 4]);
  });

  it('resolves a wait when it has applied all events up to a position', async () => {
    let last = 0;
    reader.onEvent((event) => {
      last = event.sequence;
    });
    await reader.start();

    for (let n = 1; n <= 200; n++) {
      await append(n);
      await reader.waitUntilApplied(REALM, await reader.tail(REALM));
      expect(last).toBe(n);
    }
  });

  it('follows the log after a loss of data', async () => {
    const seen: number[] = [];
    reader.onEvent((event) => seen.push((event.payload as { n: number }).n));
    await append(1);
    await reader.start();
    await append(2);
    await eventually(() => seen.length === 1);

    await wipe();
    await append(1, 100);

    await eventually(() => seen.length === 2);
    expect(seen).toEqual([2, 100]);
  });

  it('continues after its connection is cut', async () => {
    const seen: number[] = [];
    reader.onEvent((event) => seen.push(event.sequence));
    await reader.start();
    await append(1);
    await redis.cutConnections();
    await append(2);

    await eventually(() => seen.length === 2);
    expect(seen).toEqual([1, 2]);
  });

  it('survives a listener that throws', async () => {
    const seen: number[] = [];
    reader.onEvent(() => {
      throw new Error('broken listener');
    });
    reader.onEvent((event) => seen.push(event.sequence));
    await reader.start();

    await append(1);

    await eventually(() => seen.length === 1);
  });
});

describe('a projection', () => {
  /** The owner's truth: the sum of all notes. */
  let truth: Stamped<{ sum: number }>;
  let loads: number;
  let projection: RealmProjection<{ sum: number }>;

  beforeEach(async () => {
    truth = { sequence: 0, state: { sum: 0 } };
    loads = 0;
    projection = new RealmProjection(reader, {
      service: 'users',
      load: async () => {
        loads++;
        return structuredClone(truth);
      },
      apply: (state, event) => {
        if (NoteWritten.matches(event)) state.sum += event.payload.n;
      },
    });
    await reader.start();
  });

  const write = async (n: number): Promise<void> => {
    truth = { sequence: truth.sequence + 1, state: { sum: truth.state.sum + n } };
    await append(truth.sequence, n);
  };

  it('equals the state of the owner after every acknowledged write', async () => {
    for (let n = 1; n <= 100; n++) {
      await write(n);
      await reader.waitUntilApplied(REALM, await reader.tail(REALM));
      expect((await projection.get(REALM)).sum).toBe(truth.state.sum);
    }
    expect(loads).toBe(1);
  });

  it('skips events that the snapshot covers', async () => {
    await write(1);
    await write(2);

    expect((await projection.get(REALM)).sum).toBe(3);
    await write(3);
    await reader.waitUntilApplied(REALM, await reader.tail(REALM));
    expect((await projection.get(REALM)).sum).toBe(6);
  });

  it('has no gap because of other events between state events', async () => {
    await write(1);
    await appendForClients(2);
    truth = { ...truth, sequence: 2 };
    await projection.get(REALM);
    for (let n = 3; n < 30; n += 2) {
      await write(n);
      await appendForClients(n + 1);
      truth = { ...truth, sequence: n + 1 };
      await reader.waitUntilApplied(REALM, await reader.tail(REALM));
      expect((await projection.get(REALM)).sum).toBe(truth.state.sum);
    }
    expect(loads).toBe(1);
  });

  it('is loaded again after a gap', async () => {
    await write(1);
    await projection.get(REALM);
    await wipe();
    truth = { sequence: 10, state: { sum: 1000 } };

    await log.append('users', REALM, [{ sequence: 10, type: NoteWritten.type, payload: '{"n":1}' }], {
      afterWipe: true,
    });

    await eventually(async () => (await projection.get(REALM)).sum === 1000);
    expect(loads).toBe(2);
  });

  it('is loaded again when the log begins anew, before the next event', async () => {
    await write(1);
    await projection.get(REALM);
    const [end] = await log.ends('users', [REALM]);
    truth = { sequence: 100, state: { sum: 0 } };

    expect(await log.begin('users', REALM, end as LogEnd, { sequence: 100, identity: undefined })).toBe(true);
    expect(await log.begin('users', REALM, end as LogEnd, { sequence: 100, identity: undefined })).toBe(false);
    await write(5);

    await reader.waitUntilApplied(REALM, await reader.tail(REALM));
    expect((await projection.get(REALM)).sum).toBe(5);
  });

  it('is loaded again after a new connection to a log without the last events', async () => {
    await write(1);
    await projection.get(REALM);
    const earlier = await saveRedis(redis.redis);
    await write(2);
    await write(3);
    await reader.waitUntilApplied(REALM, await reader.tail(REALM));
    truth = { sequence: 1, state: { sum: 1 } };

    await earlier.restore();
    await redis.cutConnections();

    await eventually(async () => (await projection.get(REALM)).sum === 1);
    await write(4);
    await reader.waitUntilApplied(REALM, await reader.tail(REALM));
    expect((await projection.get(REALM)).sum).toBe(5);
  });

  it('has a bounded number of realms in memory', async () => {
    const small = new RealmProjection(reader, {
      service: 'users',
      load: async () => structuredClone(truth),
      apply: () => {},
      maxRealms: 3,
    });
    for (let realm = 1; realm <= 10; realm++) await small.get(realm);

    expect([1, 8, 9, 10].map((realm) => small.peek(realm) !== undefined)).toEqual([false, true, true, true]);
  });
});

describe('a consumer of domain events', () => {
  async function startConsumer(
    name: string,
    handle: (event: LoggedEvent) => Promise<void>,
    options: Partial<DomainEventConsumerOptions> = {},
  ): Promise<void> {
    const consumer = new DomainEventConsumer(redis.url, {
      ...options,
      group: 'messaging',
      consumer: name,
      logger: new RecordingLogger(),
      handlers: new Map([[NoteWritten.type, handle]]),
    });
    consumers.push(consumer);
    await consumer.start();
  }

  it('gives each event to one replica, also events from before its start', async () => {
    const handled: number[] = [];
    for (let n = 1; n <= 20; n++) await append(n);
    for (const name of ['a', 'b']) {
      await startConsumer(name, async (event) => void handled.push(event.sequence));
    }
    for (let n = 21; n <= 60; n++) await append(n);

    await eventually(() => handled.length === 60);
    expect(new Set(handled).size).toBe(60);
  });

  it('continues after Redis has lost its groups', async () => {
    const handled: number[] = [];
    await startConsumer('a', async (event) => void handled.push((event.payload as { n: number }).n));
    await append(1);
    await eventually(() => handled.length === 1);

    await wipe();
    await append(1, 77);

    await eventually(() => handled.length === 2);
    expect(handled).toEqual([1, 77]);
  });

  it('finishes its current event when it is closed, and offers the others to other replicas at once', async () => {
    const handled: string[] = [];
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    for (let n = 1; n <= 20; n++) await append(n);
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

  it('is removed from the group when its replica is gone and its entries are finished', async () => {
    const key = stateEventsKey(partitionOf(REALM));
    const names = async () =>
      ((await redis.redis.xinfo('CONSUMERS', key, 'messaging')) as string[][]).map(([, name]) => name).sort();
    for (let n = 1; n <= 3; n++) await append(n);
    await redis.redis.xgroup('CREATE', key, 'messaging', '0');
    for (const name of ['finished', 'unfinished']) {
      await redis.redis.xreadgroup('GROUP', 'messaging', name, 'COUNT', 1, 'STREAMS', key, '>');
    }
    const [first] = await redis.redis.xrange(key, '-', '+', 'COUNT', 1);
    await redis.redis.xack(key, 'messaging', first?.[0] as string);

    const handled: number[] = [];
    const handle = async ({ sequence }: LoggedEvent) => void handled.push(sequence);
    await startConsumer('alive', handle, { forgetReplicaAfterMs: 6_000 });

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

    await append(1);

    await eventually(() => tries.length === 2, { withinMs: 18_000 });
  });
});
