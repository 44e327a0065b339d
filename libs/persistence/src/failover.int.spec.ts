import { serviceUnavailable } from '@chat/contracts';
import { DomainEventLog } from '@chat/event-log';
import {
  createTestRedis,
  eventually,
  RecordingLogger,
  startPostgresServer,
  type TestPostgresServer,
  type TestRedis,
} from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from './database.js';
import { runMigrations } from './migrations.js';
import { notesSettings, openNotes } from './testing/notes-database.js';

let primary: TestPostgresServer;
let standby: TestPostgresServer;
let redis: TestRedis;
let database: Database;

const note = (text: string) =>
  database.transaction(async (tx) => void (await tx.query('INSERT INTO note (text) VALUES ($1)', [text])));
const texts = async () =>
  (await database.query<{ text: string }>('SELECT text FROM note ORDER BY id')).map(({ text }) => text);
const processId = async () => (await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;

beforeAll(async () => {
  primary = await startPostgresServer();
  standby = await startPostgresServer([], { standbyOf: primary });
  redis = await createTestRedis();
  const settings = notesSettings(`postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`);
  await runMigrations(settings);
  database = await openNotes(settings, new DomainEventLog(redis.redis), new RecordingLogger());
}, 90_000);

afterAll(async () => {
  await database?.dataSource.destroy();
  await redis?.close();
  await standby?.stop();
  await primary?.stop();
});

describe('a statement', () => {
  it.each(['53100', '53200', '57P03', '58030'])(
    'that fails with SQLSTATE %s is refused as unavailable, and its connection is dropped',
    async (code) => {
      const before = await processId();
      const fail = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$`;

      await expect(database.transaction((tx) => tx.query(fail))).rejects.toEqual(serviceUnavailable('users'));

      expect(await processId()).not.toBe(before);
      await expect(database.query(fail)).rejects.toEqual(serviceUnavailable('users'));
    },
  );

  it('that fails by itself is no fault of the server', async () => {
    const before = await processId();

    await expect(database.transaction((tx) => tx.query('SELECT 1 / 0'))).rejects.toMatchObject({ code: '22012' });

    expect(await processId()).toBe(before);
  });
});

it('writes are refused as unavailable during a planned switch and continue after it', async () => {
  await note('before');

  await primary.set('default_transaction_read_only', 'on');
  const refused = await eventually(() =>
    note('meanwhile').then(
      () => false as const,
      (error: unknown) => error,
    ),
  );
  expect(refused).toEqual(serviceUnavailable('users'));
  await standby.query('SELECT pg_promote()');
  await eventually(() => note('after').then(() => true));

  const stored = await texts();
  expect([stored[0], stored.at(-1)]).toEqual(['before', 'after']);
  expect(await primary.query('SELECT text FROM users.note')).not.toContainEqual({ text: 'after' });
}, 60_000);
