import { DomainEventLog, OUTBOX_IDENTITIES, OUTBOX_TABLES } from '@chat/event-log';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  RecordingLogger,
  type TestDatabase,
  type TestRedis,
} from '@chat/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database } from './database.js';
import { measureDatabase } from './measure-database.js';
import { openMigrated, runMigrations } from './migrations.js';

class OutboxAlone1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...OUTBOX_TABLES, ...OUTBOX_IDENTITIES]) await runner.query(statement);
  }
  async down(): Promise<void> {}
}

/** A log that cannot be written for a while. */
class StoppedLog extends DomainEventLog {
  isStopped = true;
  /** Appends of more than one event. */
  batches = 0;
  /** Batches wait for it. */
  gate: Promise<void> | undefined;

  override async append(...args: Parameters<DomainEventLog['append']>): ReturnType<DomainEventLog['append']> {
    if (this.isStopped) throw new Error('stopped');
    if (args[2].length > 1) {
      this.batches++;
      await this.gate;
    }
    return super.append(...args);
  }
}

let database: TestDatabase;
let redis: TestRedis;
let service: Database;
let log: StoppedLog;

beforeEach(async () => {
  const settings = (databaseUrl: string) => ({
    ...{ databaseUrl, schema: 'users', migrations: [OutboxAlone1700000000000], applicationName: 'test' },
  });
  database = await createTestDatabase('outbox_alone_2', (url) => runMigrations(settings(url)));
  redis = await createTestRedis();
  log = new StoppedLog(redis.redis);
  service = new Database('users', await openMigrated(settings(database.url)), log, new RecordingLogger());
});
afterEach(async () => {
  await service.dataSource.destroy();
  await redis.close();
  await database.drop();
});

const gaugeOf = async (name: string, label = ''): Promise<number> => {
  await measureDatabase(service);
  const line = (await register.metrics()).split('\n').find((text) => text.startsWith(`${name}${label}`));
  return Number(line?.split(' ').at(-1));
};

it('the outbox tells how many committed events the log does not have, and how old they are', async () => {
  expect(await service.outbox.backlog.measure()).toEqual({ events: 0, oldestSeconds: 0 });

  await service.transaction(async (tx) => {
    for (let n = 0; n < 3; n++) tx.record(7, { type: 'users.note_written', payload: { n } });
  });
  await service.query("UPDATE outbox SET recorded_at = recorded_at - interval '90 seconds' WHERE sequence = 1");

  expect(await gaugeOf('chat_outbox_events ')).toBe(3);
  expect(await gaugeOf('chat_outbox_oldest_seconds ')).toBeGreaterThanOrEqual(90);
  expect(await gaugeOf('chat_outbox_oldest_seconds ')).toBeLessThan(150);

  log.isStopped = false;
  await service.outbox.backlog.sweep();

  expect(await gaugeOf('chat_outbox_events ')).toBe(0);
  expect(await gaugeOf('chat_outbox_oldest_seconds ')).toBe(0);
});

it('calls during an append share the next one, which has the events of their commits', async () => {
  const write = (count: number) =>
    service.transaction(async (tx) => {
      for (let n = 0; n < count; n++) tx.record(7, { type: 'users.note_written', payload: { n } });
    });
  await write(3);
  log.isStopped = false;
  let open = (): void => {};
  log.gate = new Promise((resolve) => {
    open = resolve;
  });

  const calls = Array.from({ length: 8 }, () => service.outbox.backlog.appendAll(7));
  await eventually(() => log.batches === 1);
  const commit = write(1);
  await eventually(async () => (await service.outbox.backlog.measure()).events === 4);
  open();
  await Promise.all([...calls, commit]);

  expect(await service.outbox.backlog.measure()).toEqual({ events: 0, oldestSeconds: 0 });
  expect(log.batches).toBe(1);
});

it('any number of events is appended, in batches', async () => {
  const events = 10_500;
  await service.transaction(async (tx) => {
    for (let n = 0; n < events; n++) tx.record(7, { type: 'users.note_written', payload: { n } });
  });
  log.isStopped = false;

  await service.outbox.backlog.appendAll(7);

  expect(await log.ends.heads('users', [7])).toEqual([events]);
});

it('the pool tells how many connections are in use', async () => {
  await service.transaction(async (tx) => {
    await tx.query('SELECT 1');
    expect(await gaugeOf('chat_database_connections', '{state="busy"}')).toBeGreaterThanOrEqual(1);
  });

  expect(await gaugeOf('chat_database_connections', '{state="waiting"}')).toBe(0);
});
