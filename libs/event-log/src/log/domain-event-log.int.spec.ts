import { FileClaimsChanged, MessageSent } from '@chat/contracts';
import { createTestRedis, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainEventConsumer } from '../consumers/domain-event-consumer.js';
import { NotesLog, NoteWritten, REALM } from '../testing/notes-log.js';
import { appendUnstored } from './append-unstored.js';
import {
  consumerEventsKey,
  decodeLogEntry,
  logKey,
  partitionOf,
  type RawLogEntry,
  stateEventsKey,
  stateEventsTailKey,
  tailKey,
} from './stored-log.js';

let redis: TestRedis;
let notes: NotesLog;

beforeEach(async () => {
  redis = await createTestRedis();
  notes = new NotesLog(redis, new RecordingLogger());
});

afterEach(async () => {
  await notes.reader.close();
  await redis.close();
});

describe('the log', () => {
  it('skips known events and refuses a gap', async () => {
    await notes.append(1);
    await notes.append(2);

    expect(await notes.append(2)).toEqual({ kind: 'appended', head: 2 });
    expect(await notes.append(4)).toEqual({ kind: 'gap', head: 2 });
    expect(await notes.log.ends.heads('users', [REALM, 99])).toEqual([2, undefined]);
  });

  it('tells a repetition from another event under the same sequence', async () => {
    const note = (n: number) => [{ sequence: n, type: NoteWritten.type, payload: `{"n":${n}}` }];
    await notes.log.append('users', REALM, note(1), { identity: 11 });

    expect(await notes.log.append('users', REALM, note(1), { identity: 11 })).toEqual({ kind: 'appended', head: 1 });
    expect(await notes.log.append('users', REALM, note(1), { identity: 12 })).toEqual({ kind: 'conflict' });
    expect(await notes.log.append('users', REALM, note(2), { identity: 22, previous: 12 })).toEqual({
      kind: 'conflict',
    });
    expect(await notes.log.append('users', REALM, note(2), { identity: 21, previous: 11 })).toEqual({
      kind: 'appended',
      head: 2,
    });
    expect(await notes.log.append('users', REALM, note(1), { identity: 11 })).toEqual({ kind: 'conflict' });
  });

  it('continues after a former release, which knows no identities', async () => {
    const note = (n: number) => [{ sequence: n, type: NoteWritten.type, payload: `{"n":${n}}` }];
    await notes.log.append('users', REALM, note(1), { identity: 11 });
    await notes.log.append('users', REALM, note(2));

    expect(await notes.log.append('users', REALM, note(3), { identity: 31, previous: 11 })).toEqual({
      kind: 'appended',
      head: 3,
    });
  });

  it('has state events in a second stream, under the same ids, each with its predecessor', async () => {
    const note = (sequence: number) => ({ sequence, type: NoteWritten.type, payload: `{"n":${sequence}}` });
    const message = (sequence: number) => ({ sequence, type: MessageSent.type, payload: '{}' });
    await notes.log.append('users', REALM, [message(1), note(2), message(3), message(4), note(5)]);
    await notes.log.append('users', REALM, [note(5), message(6), note(7)]);
    await notes.log.append('messaging', REALM, [note(1)]);
    await notes.log.append('users', REALM, [message(8)]);

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

  it('has consumer events in a third stream, which moves no position of the state events', async () => {
    const note = (sequence: number) => ({ sequence, type: NoteWritten.type, payload: '{}' });
    const claims = (sequence: number) => ({
      sequence,
      type: FileClaimsChanged.type,
      payload: `{"version":${sequence}}`,
    });
    await notes.log.append('users', REALM, [note(1), claims(2)]);
    const tail = await redis.redis.get(stateEventsTailKey(partitionOf(REALM)));
    await notes.log.append('users', REALM, [claims(2), claims(3)]);
    expect(await redis.redis.get(stateEventsTailKey(partitionOf(REALM)))).toBe(tail);
    await notes.log.append('users', REALM, [note(4)]);

    const read = async (keyOf: (partition: number) => string) =>
      ((await redis.redis.xrange(keyOf(partitionOf(REALM)), '-', '+')) as RawLogEntry[]).map(decodeLogEntry);
    const sequences = (await read(logKey)).map(({ sequence, logId }) => [sequence, logId]);
    const consumerEvents = await read(consumerEventsKey);
    expect(sequences.map(([sequence]) => sequence)).toEqual([1, 2, 3, 4]);
    expect(consumerEvents.map(({ sequence, logId }) => [sequence, logId])).toEqual(sequences.slice(1, 3));
    expect(consumerEvents.map(({ payload }) => payload)).toEqual([{ version: 2 }, { version: 3 }]);
    expect((await read(stateEventsKey)).map(({ sequence, follows }) => [sequence, follows])).toEqual([
      [1, 0],
      [4, 1],
    ]);
  });

  it('refuses consumers of events for clients only, and events that services act on without an outbox', async () => {
    const options = { redis: redis.redis, group: 'messaging', consumer: 'a', logger: new RecordingLogger() };
    const handlers = new Map([[MessageSent.type, async () => {}]]);

    expect(() => new DomainEventConsumer(redis.url, { ...options, handlers })).toThrow('only for clients');
    for (const { type } of [NoteWritten, FileClaimsChanged]) {
      await expect(appendUnstored(redis.redis, 'events', REALM, type, {})).rejects.toThrow('need an outbox');
    }
  });
});
