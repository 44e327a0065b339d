import type { DomainEvent, LoggedEvent } from '@chat/contracts';
import {
  DomainEventLog,
  decodeLogEntry,
  LogBegan,
  logKey,
  OutboxSweeper,
  partitionOf,
  readLogEpoch,
} from '@chat/event-log';
import { connectRedis, disconnect } from '@chat/redis';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  RecordingLogger,
  savePostgres,
  saveRedis,
  type TestDatabase,
  type TestRedis,
} from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { Database } from './database.js';
import { runMigrations } from './migrations.js';
import { openDataSource } from './open-data-source.js';
import { notesSettings } from './testing/notes-database.js';

const REALM = 7;
const event = (n: number | string): DomainEvent => ({ type: 'users.note_written', payload: { n } });

let database: TestDatabase;
let redis: TestRedis;
let logger: RecordingLogger;
let opened: Database[];

const counter = () => register.getSingleMetric('chat_lost_tails_total');

/** Counted losses by kind. */
async function lostTails(): Promise<Record<string, number>> {
  const { values = [] } = (await counter()?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels, value }) => [labels['kind'], value]));
}

beforeEach(async () => {
  counter()?.reset();
  database = await createTestDatabase('notes_1', (url) => runMigrations(notesSettings(url)));
  redis = await createTestRedis();
  logger = new RecordingLogger();
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map(({ dataSource }) => dataSource.destroy()));
  await redis.close();
  await database.drop();
});

async function openReplica(log = new DomainEventLog(redis.redis), ownLogger = logger): Promise<Database> {
  const dataSource = await openDataSource(notesSettings(database.url)).initialize();
  const replica = new Database('users', dataSource, log, ownLogger);
  opened.push(replica);
  return replica;
}

const write = (replica: Database, n: number | string, realmId = REALM): Promise<number> =>
  replica.transaction(async (tx) => {
    const [row] = await tx.query<{ id: number }>('INSERT INTO note (text) VALUES ($1) RETURNING id', [`${n}`]);
    tx.record(realmId, event(n));
    return row?.id ?? 0;
  });

async function logged(realmId = REALM): Promise<LoggedEvent[]> {
  const entries = await redis.redis.xrange(logKey(partitionOf(realmId)), '-', '+');
  return entries.map((entry) => decodeLogEntry(entry)).filter((entry) => entry.realmId === realmId);
}

const numbersOf = (events: readonly LoggedEvent[]) =>
  events.map((entry) => (LogBegan.matches(entry) ? 'began' : (entry.payload as { n: number | string }).n));

/** Every number with its event, to find numbers with two meanings. */
function meanings(events: readonly LoggedEvent[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const entry of events.filter((each) => !LogBegan.matches(each))) {
    found.set(entry.sequence, (found.get(entry.sequence) ?? new Set()).add(JSON.stringify(entry.payload)));
  }
  return found;
}

class FailingLog extends DomainEventLog {
  override async append(): Promise<never> {
    throw new Error('Redis is away');
  }
}

describe('PostgreSQL without its last writes', () => {
  it('begins the log anew before the next append, and gives no number or id again', async () => {
    const replica = await openReplica();
    for (const n of [1, 2, 3]) await write(replica, n);
    const earlier = await savePostgres(database.url, 'users');
    const lostIds = [await write(replica, 'lost 4'), await write(replica, 'lost 5')];
    await earlier.restore();

    await replica.outbox.backlog.sweep();
    const id = await write(replica, 'new 4');

    expect(await lostTails()).toEqual({ postgresql: 1 });
    expect(await readLogEpoch(redis.redis)).toBeGreaterThan(0);
    const events = await logged();
    expect(numbersOf(events)).toEqual([1, 2, 3, 'lost 4', 'lost 5', 'began', 'new 4']);
    expect([...meanings(events).values()].every(({ size }) => size === 1)).toBe(true);
    expect(id).toBeGreaterThan(Math.max(...lostIds));
  });

  it('begins the log anew at the append if fewer events were written than lost', async () => {
    const replica = await openReplica();
    for (const n of [1, 2]) await write(replica, n);
    const earlier = await savePostgres(database.url, 'users');
    for (const n of [3, 4, 5]) await write(replica, `lost ${n}`);
    await earlier.restore();

    await write(replica, 'new 3');

    const events = await logged();
    expect(numbersOf(events)).toEqual([1, 2, 'lost 3', 'lost 4', 'lost 5', 'began', 'new 3']);
    expect([...meanings(events).values()].every(({ size }) => size === 1)).toBe(true);
  });

  it.each([
    ['as many', 2],
    ['more', 4],
  ])('notices another event under a known number after %s writes without Redis', async (_, count) => {
    const [replica, cutOff] = [await openReplica(), await openReplica(new FailingLog(redis.redis))];
    for (const n of [1, 2]) await write(replica, n);
    const earlier = await savePostgres(database.url, 'users');
    for (const n of [3, 4]) await write(replica, `lost ${n}`);
    await earlier.restore();
    for (let n = 0; n < count; n++) await write(cutOff, `unpublished ${n}`);

    await write(replica, 'new');

    const events = await logged();
    const unpublished = Array.from({ length: count }, (_, n) => `unpublished ${n}`);
    expect(numbersOf(events)).toEqual([1, 2, 'lost 3', 'lost 4', 'began', ...unpublished, 'new']);
    expect([...meanings(events).values()].every(({ size }) => size === 1)).toBe(true);
  });

  it('is noticed by the sweepers without a write, each with one warning at most', async () => {
    const loggers = [new RecordingLogger(), new RecordingLogger()];
    const replicas = await Promise.all(loggers.map((each) => openReplica(new DomainEventLog(redis.redis), each)));
    const realms = [1, 2, 3, 4, 5, 6, 7, 8];
    const first = replicas[0] as Database;
    for (const realmId of realms) await write(first, 1, realmId);
    const earlier = await savePostgres(database.url, 'users');
    for (const realmId of realms) await write(first, 'lost', realmId);
    await earlier.restore();

    const sweepers = replicas.map(({ outbox }) => new OutboxSweeper(outbox.backlog, logger));
    for (const sweeper of sweepers) sweeper.start();
    await eventually(async () => (await Promise.all(realms.map(logged))).every((events) => events.length === 3));
    await Promise.all(sweepers.map((sweeper) => sweeper.close()));

    for (const realmId of realms) expect(numbersOf(await logged(realmId))).toEqual([1, 'lost', 'began']);
    expect(await lostTails()).toEqual({ postgresql: realms.length });
    // One jump for all realms.
    const [ids] = await first.query<{ last: number }>('SELECT last_value AS last FROM pg_sequences');
    expect(ids?.last).toBeGreaterThan(1_000_000);
    expect(ids?.last).toBeLessThan(2_000_100);
    const warnings = loggers.map(({ lines }) => lines.filter(({ message }) => message.startsWith('PostgreSQL lost')));
    expect(warnings.flat().length).toBeGreaterThan(0);
    for (const each of warnings) expect(each.length).toBeLessThan(2);
  }, 20_000);
});

describe('next to replicas of a former release', () => {
  /** Commits as they do, without an identity in `outbox_head`. */
  async function commitAsFormerRelease(replica: Database, n: number): Promise<number> {
    const [row] = await replica.query<{ sequence: number }>(
      `WITH head AS (
         INSERT INTO outbox_head AS h (realm_id, sequence) VALUES ($1, 1)
         ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence + 1 RETURNING sequence
       ), written AS (
         INSERT INTO outbox (realm_id, sequence, type, payload) SELECT $1, sequence, $2, $3 FROM head
       )
       SELECT sequence FROM head`,
      [REALM, 'users.note_written', JSON.stringify({ n })],
    );
    return row?.sequence ?? 0;
  }

  const appendAsFormerRelease = async (sequence: number, n: number) =>
    void (await new DomainEventLog(redis.redis).append('users', REALM, [
      { sequence, type: 'users.note_written', payload: JSON.stringify({ n }) },
    ]));

  it('continues the log after every order of commits and appends', async () => {
    const replica = await openReplica();
    const expected: number[] = [];
    // Each pair of neighbours occurs.
    const turns = [0, 0, 1, 1, 2, 2, 3, 3, 0, 2, 0, 3, 1, 3, 2, 1, 0, 1, 2, 3, 0, 0];
    for (const [index, turn] of turns.entries()) {
      const n = index + 1;
      if (turn === 0) await write(replica, n);
      else {
        const sequence = await commitAsFormerRelease(replica, n);
        if (turn === 1) await appendAsFormerRelease(sequence, n);
        if (turn === 2) await replica.outbox.backlog.sweep();
      }
      expected.push(n);
    }

    const events = await logged();
    expect(numbersOf(events)).toEqual(expected);
    expect(events.map(({ sequence }) => sequence)).toEqual(expected);
  });

  it('still notices events that PostgreSQL lost', async () => {
    const replica = await openReplica();
    await write(replica, 1);
    const earlier = await savePostgres(database.url, 'users');
    await appendAsFormerRelease(await commitAsFormerRelease(replica, 2), 2);
    await earlier.restore();

    await replica.outbox.backlog.sweep();

    expect(numbersOf(await logged())).toEqual([1, 2, 'began']);
  });
});

describe('a new connection', () => {
  it('gives no id that PostgreSQL lost, without a sweep after the loss', async () => {
    const replica = await openReplica();
    await write(replica, 1);
    const earlier = await savePostgres(database.url, 'users');
    const lostIds = [await write(replica, 2), await write(replica, 3)];
    await replica.outbox.backlog.sweep();
    await earlier.restore();
    await database.cutConnections();

    const id = await eventually(() => write(replica, 'new').catch(() => false as const));

    expect(id).toBeGreaterThan(Math.max(...lostIds));
    expect(id).toBeLessThan(2 ** 31);
  });

  it('does not need Redis', async () => {
    const unreachable = connectRedis('redis://127.0.0.1:1', { name: 'unreachable' });
    const replica = await openReplica(new DomainEventLog(unreachable));

    expect(await replica.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    disconnect(unreachable);
  });

  it('continues with the next ids if nothing is lost', async () => {
    const replica = await openReplica();
    const first = await write(replica, 1);
    await replica.outbox.backlog.sweep();
    await database.cutConnections();

    expect(await eventually(() => write(replica, 2).catch(() => false as const))).toBe(first + 1);
  });
});

describe('Redis behind the outbox', () => {
  it('gets the missing events from the outbox', async () => {
    const replica = await openReplica();
    await write(replica, 1);
    const earlier = await saveRedis(redis.redis);
    for (const n of [2, 3]) await write(replica, n);
    await earlier.restore();

    await write(replica, 4);

    expect(numbersOf(await logged())).toEqual([1, 2, 3, 4]);
    expect([await lostTails(), await readLogEpoch(redis.redis)]).toEqual([{}, 0]);
  });

  it.each([['older than the outbox'], ['empty']])('begins the log anew if it is %s', async (state) => {
    const replica = await openReplica();
    for (const n of [1, 2]) await write(replica, n);
    const earlier = await saveRedis(redis.redis);
    for (const n of [3, 4, 5]) await write(replica, n);
    await replica.query('DELETE FROM outbox WHERE sequence < 5');
    if (state === 'empty') await redis.redis.flushdb();
    else await earlier.restore();

    await write(replica, 6);
    await write(replica, 7);

    const before = state === 'empty' ? [] : [1, 2];
    const events = await logged();
    expect(numbersOf(events)).toEqual([...before, 'began', 5, 6, 7]);
    expect(await lostTails()).toEqual({ log: 1 });
    expect(await readLogEpoch(redis.redis)).toBeGreaterThan(0);
    expect(events.slice(-3).map(({ sequence }) => sequence)).toEqual([5, 6, 7]);
  });

  it('begins the log anew without a write, if the outbox is empty', async () => {
    const replica = await openReplica();
    for (const n of [1, 2]) await write(replica, n);
    await replica.query('DELETE FROM outbox');
    await redis.redis.flushdb();

    await replica.outbox.backlog.sweep();
    await write(replica, 3);

    expect(numbersOf(await logged())).toEqual(['began', 3]);
  });

  it('is not taken for a loss while sweeps and writes overlap', async () => {
    const replica = await openReplica();
    await write(replica, 1);
    await Promise.all([replica.outbox.backlog.sweep(), write(replica, 2), replica.outbox.backlog.sweep()]);

    expect(numbersOf(await logged())).toEqual([1, 2]);
  });
});
