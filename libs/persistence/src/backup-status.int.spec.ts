import { eventually, startPostgresServer, type TestPostgresServer } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { measureBackup, readBackupStatus } from './backup-status.js';

const TIMEOUT_SECONDS = 2;
const ARCHIVING = ['wal_level=replica', 'archive_mode=on', `archive_timeout=${TIMEOUT_SECONDS}`];
/** The archiver continues by itself after a minute. */
const PATIENCE = { withinMs: 70_000 };

let server: TestPostgresServer;
beforeAll(async () => {
  server = await startPostgresServer(ARCHIVING);
}, 60_000);
afterAll(() => server?.stop());

const status = () => readBackupStatus(server);
const gauge = async (): Promise<string | undefined> => {
  await measureBackup(server);
  return (await register.metrics()).split('\n').find((line) => line.startsWith('chat_backup_age_seconds '));
};

/** Writes something and completes the segment, which PostgreSQL then archives. */
const completeSegment = () => server.query(`SELECT pg_logical_emit_message(true, 'test', ''); SELECT pg_switch_wal()`);

async function lastFile(): Promise<{ name: string; secondsAgo: number }> {
  const [row] = await server.query<{ name: string; secondsAgo: number }>(
    `SELECT last_archived_wal AS name, extract(epoch FROM clock_timestamp() - last_archived_time)::float8 AS "secondsAgo"
     FROM pg_stat_archiver`,
  );
  return row as { name: string; secondsAgo: number };
}

/** Resolves when PostgreSQL has archived nothing for longer than its timeout. */
const idle = () => eventually(async () => (await lastFile()).secondsAgo > 2 * TIMEOUT_SECONDS, PATIENCE);

it('no moment can be restored before the first file is archived', async () => {
  expect(await status()).toEqual({ isArchiving: true, ageSeconds: null, failures: 0, isFailing: false });
  expect(await gauge()).toBe('chat_backup_age_seconds +Inf');
});

it('failures are counted, and end with the next success', async () => {
  await server.set('archive_command', 'false');
  await completeSegment();
  await eventually(async () => (await status()).isFailing, PATIENCE);
  expect((await status()).ageSeconds).toBeNull();

  await server.set('archive_command', 'true');
  await completeSegment();
  await eventually(async () => !(await status()).isFailing, PATIENCE);
  const { failures, ageSeconds } = await status();
  expect(failures).toBeGreaterThan(0);
  expect(ageSeconds).not.toBeNull();
}, 150_000);

it('the newest restorable moment of an idle server is young, also after a base backup', async () => {
  await idle();
  expect((await status()).ageSeconds).toBe(TIMEOUT_SECONDS);
  expect(await gauge()).toBe(`chat_backup_age_seconds ${TIMEOUT_SECONDS}`);

  await server.query(`SELECT pg_backup_start('test', true); SELECT pg_backup_stop(false)`);
  await eventually(async () => (await lastFile()).name.endsWith('.backup'), PATIENCE);
  await idle();
  expect((await status()).ageSeconds).toBe(TIMEOUT_SECONDS);
}, 150_000);

it('the moment stays where it is while the archive hangs', async () => {
  await completeSegment();
  await eventually(async () => !(await lastFile()).name.endsWith('.backup'), PATIENCE);
  await server.set('archive_command', 'sleep 20');
  await completeSegment();
  await completeSegment();
  await idle();

  const { ageSeconds } = await status();
  expect(ageSeconds).toBeGreaterThan(2 * TIMEOUT_SECONDS);
}, 150_000);
