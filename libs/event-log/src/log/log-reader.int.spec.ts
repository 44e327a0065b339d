import type { LoggedEvent } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NotesLog, REALM } from '../testing/notes-log.js';

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

describe('a log reader', () => {
  it('delivers every event after its start, in order, and no earlier one', async () => {
    const seen: LoggedEvent[] = [];
    notes.reader.onEvent((event) => seen.push(event));
    await notes.append(1);
    await notes.reader.start();

    for (let n = 2; n <= 50; n++) await notes.append(n);

    await eventually(() => seen.length >= 49);
    expect(seen.map((event) => event.sequence)).toEqual(Array.from({ length: 49 }, (_, n) => n + 2));
    expect(seen[0]?.payload).toEqual({ n: 2 });
  });

  it('gets state events only', async () => {
    const seen: number[] = [];
    notes.reader.onEvent((event) => seen.push(event.sequence));
    await notes.reader.start();
    const before = await notes.reader.tail(REALM);
    await notes.appendForClients(1);
    expect(await notes.reader.tail(REALM)).toBe(before);
    await notes.append(2);
    await notes.appendForClients(3);
    await notes.append(4);

    await eventually(() => seen.length >= 2);
    expect(seen).toEqual([2, 4]);
  });

  it('resolves a wait when it has applied all events up to a position', async () => {
    let last = 0;
    notes.reader.onEvent((event) => {
      last = event.sequence;
    });
    await notes.reader.start();

    for (let n = 1; n <= 200; n++) {
      await notes.append(n);
      await notes.applied();
      expect(last).toBe(n);
    }
  });

  it('follows the log after a loss of data', async () => {
    const seen: number[] = [];
    notes.reader.onEvent((event) => seen.push((event.payload as { n: number }).n));
    await notes.append(1);
    await notes.reader.start();
    await notes.append(2);
    await eventually(() => seen.length === 1);

    await notes.wipe();
    await notes.append(1, 100);

    await eventually(() => seen.length === 2);
    expect(seen).toEqual([2, 100]);
  });

  it('continues after its connection is cut', async () => {
    const seen: number[] = [];
    notes.reader.onEvent((event) => seen.push(event.sequence));
    await notes.reader.start();
    await notes.append(1);
    await redis.cutConnections();
    await notes.append(2);

    await eventually(() => seen.length === 2);
    expect(seen).toEqual([1, 2]);
  });

  it('survives a listener that throws', async () => {
    const seen: number[] = [];
    notes.reader.onEvent(() => {
      throw new Error('broken listener');
    });
    notes.reader.onEvent((event) => seen.push(event.sequence));
    await notes.reader.start();

    await notes.append(1);

    await eventually(() => seen.length === 1);
  });
});
