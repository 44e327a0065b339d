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
import { register } from 'prom-client';
import type { Database } from './database.js';
import { measureDatabase } from './measure-database.js';
import { openMigrated, runMigrations } from './migrations.js';
import { notesSettings, openNotes } from './testing/notes-database.js';

const NAMES = 'synchronous_standby_names';
const INSERT = 'INSERT INTO note (text) VALUES ($1)';

let primary: TestPostgresServer;
let standby: TestPostgresServer;
let redis: TestRedis;
let database: Database;

const settings = (databaseUrl = primary.url) => ({ ...notesSettings(databaseUrl), isSynchronous: true });
const inTransaction = () => database.transaction(async (tx) => void (await tx.query(INSERT, ['x'])));
const prepared = () => database.realmWrites.write(1, INSERT, ['x'], () => ({ realmId: 1, events: [] }));
const gauge = async (of = database) => {
  await measureDatabase(of);
  const [value] = (await register.getSingleMetric('chat_database_synchronous')?.get())?.values ?? [];
  return value?.value;
};
/** The connections of the pool learn of a setting within a second. */
const untilRefused = (isRefused: boolean) =>
  eventually(() => (database.dataSource.pool.writeRefusal !== undefined) === isRefused);

const open = (databaseUrl?: string) =>
  openNotes(settings(databaseUrl), new DomainEventLog(redis.redis), new RecordingLogger());

async function demandStandby(server: TestPostgresServer): Promise<void> {
  await server.set(NAMES, 'ANY 1 (standby)');
  const synchronous = "SELECT FROM pg_stat_replication WHERE sync_state = 'quorum'";
  await eventually(async () => (await server.query(synchronous)).length > 0);
}

beforeAll(async () => {
  primary = await startPostgresServer();
  standby = await startPostgresServer([], { standbyOf: primary });
  redis = await createTestRedis();
  await runMigrations(settings());
  await demandStandby(primary);
  database = await open();
}, 90_000);

afterAll(async () => {
  await database?.dataSource.destroy();
  await redis?.close();
  await standby?.stop();
  await primary?.stop();
});

describe('a service that demands a synchronous standby', () => {
  it('writes while there is one', async () => {
    await inTransaction();
    await prepared();

    // A standby has stored a commit when the primary reports it. It applies the commit later.
    await eventually(async () => (await standby.query('SELECT text FROM users.note')).length === 2);
    expect(await gauge()).toBe(1);
  });

  it.each([
    [NAMES, '', 'ANY 1 (standby)'],
    ['synchronous_commit', 'local', 'on'],
  ])('refuses to write, but reads, while %s is "%s"', async (name, wrong, right) => {
    await primary.set(name, wrong);
    await untilRefused(true);

    await expect(inTransaction()).rejects.toEqual(serviceUnavailable('users'));
    await expect(prepared()).rejects.toEqual(serviceUnavailable('users'));
    expect(await database.query('SELECT text FROM note')).toHaveLength(2);
    expect(await gauge()).toBe(0);

    await primary.set(name, right);
    await untilRefused(false);
  });

  it('does not start if PostgreSQL waits for no standby', async () => {
    await primary.set(NAMES, '');
    const refusal =
      'DATABASE_URL cannot be used: DATABASE_SYNCHRONOUS is required, but synchronous_standby_names of PostgreSQL is empty.';

    await eventually(() =>
      expect(openMigrated(settings()))
        .rejects.toThrow(refusal)
        .then(() => true),
    );

    await primary.set(NAMES, 'ANY 1 (standby)');
    await untilRefused(false);
  });

  it('starts only with a role that may see the standbys', async () => {
    await primary.query('CREATE ROLE chat LOGIN');
    await primary.query('GRANT ALL ON SCHEMA users TO chat');
    await primary.query('GRANT SELECT ON ALL TABLES IN SCHEMA users TO chat');
    const asChat = settings(primary.url.replace('postgres@', 'chat@'));

    await expect(openMigrated(asChat)).rejects.toThrow('the role may not see the standbys of PostgreSQL');

    await primary.query('GRANT pg_read_all_stats TO chat');
    await (await openMigrated(asChat)).destroy();
  });

  it('refuses to write when the last standby is gone', async () => {
    standby.kill();
    await untilRefused(true);

    await expect(inTransaction()).rejects.toEqual(serviceUnavailable('users'));
    await expect(openMigrated(settings())).rejects.toThrow('no synchronous standby is connected to PostgreSQL');
  });
});

it('a service without the demand writes in any case, and its gauge shows whether a standby stores the writes', async () => {
  const server = await startPostgresServer();
  const itsStandby = await startPostgresServer([], { standbyOf: server });
  await runMigrations(notesSettings(server.url));
  const notes = await openNotes(notesSettings(server.url), new DomainEventLog(redis.redis), new RecordingLogger());
  const write = () => notes.query(`${INSERT} RETURNING text`, ['x']);

  expect(await gauge(notes)).toBe(0);
  expect(await write()).toHaveLength(1);

  await demandStandby(server);
  await eventually(async () => (await gauge(notes)) === 1);
  expect(await write()).toHaveLength(1);

  itsStandby.kill();
  await eventually(async () => (await gauge(notes)) === 0);
  await server.set(NAMES, '');
  await eventually(write);
  expect(await gauge(notes)).toBe(0);

  await notes.dataSource.destroy();
  await itsStandby.stop();
  await server.stop();
}, 60_000);

it('the first write on a promoted server without a standby is refused', async () => {
  const former = await startPostgresServer();
  const present = await startPostgresServer([], { standbyOf: former });
  await demandStandby(former);
  const both = `postgres://postgres@127.0.0.1:${former.port},127.0.0.1:${present.port}/postgres`;
  await runMigrations(settings(both));
  const following = await open(both);
  const write = () => following.realmWrites.write(1, INSERT, ['x'], () => ({ realmId: 1, events: [] }));
  await write();

  former.kill();
  await present.query('SELECT pg_promote()');
  const refusals = new Set<unknown>();
  await eventually(async () => {
    refusals.add(await write().catch(({ code }: { code: string }) => code));
    return (await following.query('SELECT text FROM note').catch(() => [])).length === 1;
  });
  refusals.add(await write().catch(({ code }: { code: string }) => code));

  expect([...refusals]).toEqual(['SERVICE_UNAVAILABLE']);
  expect(await present.query('SELECT text FROM users.note')).toHaveLength(1);
  await following.dataSource.destroy();
  await present.stop();
  await former.stop();
}, 60_000);
