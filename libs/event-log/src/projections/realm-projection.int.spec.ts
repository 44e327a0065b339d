import type { Stamped } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger, saveRedis, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LogEnd } from '../log/log-ends.js';
import { NotesLog, NoteWritten, REALM } from '../testing/notes-log.js';
import { RealmProjection } from './realm-projection.js';

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

describe('a projection', () => {
  /** The owner's truth: the sum of all notes. */
  let truth: Stamped<{ sum: number }>;
  let loads: number;
  let projection: RealmProjection<{ sum: number }>;

  beforeEach(async () => {
    truth = { sequence: 0, state: { sum: 0 } };
    loads = 0;
    projection = new RealmProjection(notes.reader, {
      service: 'users',
      load: async () => {
        loads++;
        return structuredClone(truth);
      },
      apply: (state, event) => {
        if (NoteWritten.matches(event)) state.sum += event.payload.n;
      },
    });
    await notes.reader.start();
  });

  const write = async (n: number): Promise<void> => {
    truth = { sequence: truth.sequence + 1, state: { sum: truth.state.sum + n } };
    await notes.append(truth.sequence, n);
  };

  it('equals the state of the owner after every acknowledged write', async () => {
    for (let n = 1; n <= 100; n++) {
      await write(n);
      await notes.applied();
      expect((await projection.get(REALM)).sum).toBe(truth.state.sum);
    }
    expect(loads).toBe(1);
  });

  it('skips events that the snapshot covers', async () => {
    await write(1);
    await write(2);

    expect((await projection.get(REALM)).sum).toBe(3);
    await write(3);
    await notes.applied();
    expect((await projection.get(REALM)).sum).toBe(6);
  });

  it('has no gap because of other events between state events', async () => {
    await write(1);
    await notes.appendForClients(2);
    truth = { ...truth, sequence: 2 };
    await projection.get(REALM);
    for (let n = 3; n < 30; n += 2) {
      await write(n);
      await notes.appendForClients(n + 1);
      truth = { ...truth, sequence: n + 1 };
      await notes.applied();
      expect((await projection.get(REALM)).sum).toBe(truth.state.sum);
    }
    expect(loads).toBe(1);
  });

  it('is loaded again after a gap', async () => {
    await write(1);
    await projection.get(REALM);
    await notes.wipe();
    truth = { sequence: 10, state: { sum: 1000 } };

    await notes.log.append('users', REALM, [{ sequence: 10, type: NoteWritten.type, payload: '{"n":1}' }], {
      afterWipe: true,
    });

    await eventually(async () => (await projection.get(REALM)).sum === 1000);
    expect(loads).toBe(2);
  });

  it('is loaded again when the log begins anew, before the next event', async () => {
    await write(1);
    await projection.get(REALM);
    const [end] = await notes.log.ends.of('users', [REALM]);
    truth = { sequence: 100, state: { sum: 0 } };

    expect(await notes.log.ends.begin('users', REALM, end as LogEnd, { sequence: 100, identity: undefined })).toBe(
      true,
    );
    expect(await notes.log.ends.begin('users', REALM, end as LogEnd, { sequence: 100, identity: undefined })).toBe(
      false,
    );
    await write(5);

    await notes.applied();
    expect((await projection.get(REALM)).sum).toBe(5);
  });

  it('is loaded again after a new connection to a log without the last events', async () => {
    await write(1);
    await projection.get(REALM);
    const earlier = await saveRedis(redis.redis);
    await write(2);
    await write(3);
    await notes.applied();
    truth = { sequence: 1, state: { sum: 1 } };

    await earlier.restore();
    await redis.cutConnections();

    await eventually(async () => (await projection.get(REALM)).sum === 1);
    await write(4);
    await notes.applied();
    expect((await projection.get(REALM)).sum).toBe(5);
  });

  it('has a bounded number of realms in memory', async () => {
    const small = new RealmProjection(notes.reader, {
      service: 'users',
      load: async () => structuredClone(truth),
      apply: () => {},
      maxRealms: 3,
    });
    for (let realm = 1; realm <= 10; realm++) await small.get(realm);

    expect([1, 8, 9, 10].map((realm) => small.peek(realm) !== undefined)).toEqual([false, true, true, true]);
  });
});
