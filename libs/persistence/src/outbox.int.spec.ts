import type { DomainEvent } from '@chat/contracts';
import {
  DomainEventLog,
  decodeLogEntry,
  logKey,
  OUTBOX_IDENTITIES,
  OUTBOX_TABLES,
  OutboxSweeper,
  partitionOf,
} from '@chat/event-log';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  RecordingLogger,
  type TestDatabase,
  type TestRedis,
} from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { Database } from './database.js';
import { runMigrations } from './migrations.js';
import { openDataSource } from './open-data-source.js';

class OutboxForTests1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...OUTBOX_TABLES, ...OUTBOX_IDENTITIES]) await runner.query(statement);
    await runner.query('CREATE TABLE note (id bigint GENERATED ALWAYS AS IDENTITY, text text)');
  }
  async down(): Promise<void> {}
}

const REALM = 7;
const event = (n: number | string): DomainEvent => ({ type: 'users.note_written', payload: { n } });

let database: TestDatabase;
let redis: TestRedis;
let logger: RecordingLogger;
let opened: DataSource[];

const settings = (url: string) => ({
  databaseUrl: url,
  schema: 'users',
  migrations: [OutboxForTests1700000000000],
  applicationName: 'test',
});

beforeEach(async () => {
  database = await createTestDatabase('outbox_2', (url) => runMigrations(settings(url)));
  redis = await createTestRedis();
  logger = new RecordingLogger();
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((dataSource) => dataSource.destroy()));
  await redis.close();
  await database.drop();
});

async function openReplica(log = new DomainEventLog(redis.redis)): Promise<Database> {
  const dataSource = await openDataSource(settings(database.url)).initialize();
  opened.push(dataSource);
  return new Database('users', dataSource, log, logger);
}

async function logged(realmId = REALM): Promise<{ sequence: number; payload: unknown }[]> {
  const entries = await redis.redis.xrange(logKey(partitionOf(realmId)), '-', '+');
  return entries
    .map((entry) => decodeLogEntry(entry))
    .filter((entry) => entry.realmId === realmId)
    .map(({ sequence, payload }) => ({ sequence, payload }));
}

/** A log that is away, or away from the `failAfter`th append on. */
class FailingLog extends DomainEventLog {
  override async append(): Promise<never> {
    throw new Error('Redis is away');
  }
}

describe('the outbox', () => {
  it('has the events in the log, numbered from 1, when the transaction resolves', async () => {
    const replica = await openReplica();

    await replica.transaction(async (tx) => {
      tx.record(REALM, event(1));
      tx.record(REALM, event(2));
    });

    expect(await logged()).toEqual([
      { sequence: 1, payload: { n: 1 } },
      { sequence: 2, payload: { n: 2 } },
    ]);
  });

  it('leaves neither row nor event when the work fails', async () => {
    const replica = await openReplica();

    const work = replica.transaction(async (tx) => {
      await tx.query("INSERT INTO note (text) VALUES ('x')");
      tx.record(REALM, event(1));
      throw new Error('changed my mind');
    });

    await expect(work).rejects.toThrow('changed my mind');
    expect(await replica.query('SELECT 1 FROM note')).toEqual([]);
    expect(await logged()).toEqual([]);
  });

  it('counts its commit before it can have changed something, and not if it was rolled back', async () => {
    const replica = await openReplica();
    const insert = "INSERT INTO note (text) VALUES ('x')";

    await replica.transaction((tx) => tx.query(insert));
    expect(replica.changes.count).toBe(1);
    await expect(replica.transaction((tx) => tx.query('SELECT 1 / 0'))).rejects.toThrow('division by zero');
    await replica.query('SELECT 1');
    expect(replica.changes.count).toBe(1);
    const killsItself = replica.transaction(async (tx) => {
      await tx.query(insert);
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(killsItself).rejects.toMatchObject({ status: 503 });
    expect(replica.changes.count).toBe(1);
    await replica.realmWrites.write(REALM, insert, [], () => ({ realmId: REALM, events: [] }));
    expect(replica.changes.count).toBe(2);
    expect(await replica.query('SELECT 1 FROM note')).toHaveLength(2);
  });

  it('keeps one gapless order in the log though three replicas write at once', async () => {
    const replicas = await Promise.all([openReplica(), openReplica(), openReplica()]);

    await Promise.all(
      Array.from({ length: 150 }, (_, n) =>
        (replicas[n % 3] as Database).transaction(async (tx) => {
          await tx.query('INSERT INTO note (text) VALUES ($1)', [`${n}`]);
          tx.record(REALM, event(n));
        }),
      ),
    );

    const entries = await logged();
    expect(entries.map((entry) => entry.sequence)).toEqual(Array.from({ length: 150 }, (_, n) => n + 1));
    expect(new Set(entries.map((entry) => (entry.payload as { n: number }).n)).size).toBe(150);
  });

  it('is durable without Redis, and the next writer first appends the missing events', async () => {
    const cutOff = await openReplica(new FailingLog(redis.redis));
    await cutOff.transaction(async (tx) => tx.record(REALM, event('lost?')));
    expect(await logged()).toEqual([]);

    const replica = await openReplica();
    await replica.transaction(async (tx) => tx.record(REALM, event('next')));

    expect(await logged()).toEqual([
      { sequence: 1, payload: { n: 'lost?' } },
      { sequence: 2, payload: { n: 'next' } },
    ]);
  });

  it('is swept by any replica when its writer died after the commit', async () => {
    const dead = await openReplica(new FailingLog(redis.redis));
    await dead.transaction(async (tx) => tx.record(REALM, event('orphan')));
    const replica = await openReplica();
    const sweeper = new OutboxSweeper(replica.outbox.backlog, logger);

    sweeper.start();
    const entries = await eventually(async () => {
      const found = await logged();
      return found.length > 0 && found;
    });
    await sweeper.close();

    expect(entries).toEqual([{ sequence: 1, payload: { n: 'orphan' } }]);
  });

  it('is appended by a process that finds it committed', async () => {
    const dead = await openReplica(new FailingLog(redis.redis));
    await dead.transaction(async (tx) => tx.record(REALM, event(1)));
    const alive = await openReplica();
    expect(await logged()).toEqual([]);

    await alive.publishCommitted(REALM);

    expect(await logged()).toEqual([{ sequence: 1, payload: { n: 1 } }]);
    await alive.publishCommitted(REALM + 1);
  });

  it('continues with the retained events after a loss of the log', async () => {
    const replica = await openReplica();
    for (const n of [1, 2, 3]) await replica.transaction(async (tx) => tx.record(REALM, event(n)));
    await replica.query('DELETE FROM outbox WHERE sequence = 1');
    await redis.redis.flushdb();

    await replica.transaction(async (tx) => tx.record(REALM, event(4)));

    expect((await logged()).map(({ sequence, payload }) => [sequence, payload])).toEqual([
      [1, { epoch: expect.any(Number) }],
      ...[2, 3, 4].map((n) => [n, { n }]),
    ]);
  });

  it('prunes only events that the log has, but not the last one', async () => {
    const cutOff = await openReplica(new FailingLog(redis.redis));
    const replica = await openReplica();
    for (const n of [1, 2, 3]) await replica.transaction(async (tx) => tx.record(REALM, event(n)));
    await cutOff.transaction(async (tx) => tx.record(REALM, event(4)));

    await replica.outbox.backlog.prune(0);

    expect(await replica.query('SELECT sequence FROM outbox')).toEqual([{ sequence: 3 }, { sequence: 4 }]);
  });

  it('takes a snapshot with a sequence that matches its rows', async () => {
    const [writer, reader] = await Promise.all([openReplica(), openReplica()]);
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; n < 100; n++) {
        await writer.transaction(async (tx) => {
          await tx.query('INSERT INTO note (text) VALUES ($1)', [`${n}`]);
          tx.record(REALM, event(n));
        });
      }
      isWriting = false;
    })();

    while (isWriting) {
      const { sequence, state } = await reader.snapshot(REALM, (tx) =>
        tx.query<{ count: number }>('SELECT count(*) AS count FROM note'),
      );
      expect(state[0]?.count).toBe(sequence);
    }
    await writing;
  });
});

describe('migrations', () => {
  it('run once though several processes start at the same time', async () => {
    const empty = await createTestDatabase('empty', async () => {});
    try {
      const ran = await Promise.all(Array.from({ length: 4 }, () => runMigrations(settings(empty.url))));

      expect(ran.flat()).toEqual(['OutboxForTests1700000000000']);
    } finally {
      await empty.drop();
    }
  });
});

describe('a transaction', () => {
  it('is rolled back, with its events, if it ignores a failed statement', async () => {
    const replica = await openReplica();

    const outcome = replica.transaction(async (tx) => {
      await tx.query('SELECT 1/0').catch(() => {});
      tx.record(REALM, event(1));
    });

    await expect(outcome).rejects.toThrow();
    expect(await logged()).toEqual([]);
    await replica.transaction(async (tx) => tx.record(REALM, event(2)));
    expect(await logged()).toEqual([{ sequence: 1, payload: { n: 2 } }]);
  });

  it('commits nothing when its event cannot be written', async () => {
    const replica = await openReplica();
    const outcome = replica.transaction(async (tx) => {
      await tx.query("INSERT INTO note (text) VALUES ('x')");
      tx.record(REALM, { type: 'users.note_written', payload: '"\u0000"' });
    });

    await expect(outcome).rejects.toMatchObject({ code: '22021' });
    expect(await replica.query('SELECT * FROM note')).toEqual([]);
  });

  it('runs no statement after its end', async () => {
    const replica = await openReplica();
    let late: Promise<unknown> = Promise.resolve();

    await expect(
      replica.transaction(async (tx) => {
        const failing = tx.query('SELECT 1/0');
        late = failing
          .catch(() => new Promise((resolve) => setTimeout(resolve, 20)))
          .then(() => tx.query("INSERT INTO note (text) VALUES ('late')"));
        late.catch(() => {});
        await failing;
      }),
    ).rejects.toMatchObject({ code: '22012' });

    await expect(late).rejects.toThrow('after the end');
    expect(await replica.query('SELECT * FROM note')).toEqual([]);
  });

  it('fails with its connection, and the next one gets a new connection', async () => {
    const replica = await openReplica();
    const cut = replica.transaction((tx) => tx.query('SELECT pg_terminate_backend(pg_backend_pid())'));

    await expect(cut).rejects.toMatchObject({ status: 503 });
    await replica.transaction(async (tx) => tx.record(REALM, event(1)));
    expect(await logged()).toEqual([{ sequence: 1, payload: { n: 1 } }]);
  });

  it('returns the results of many simultaneous reads in a snapshot', async () => {
    const replica = await openReplica();
    await replica.transaction(async (tx) => tx.record(REALM, event(1)));

    const { sequence, state } = await replica.snapshot(REALM, (tx) =>
      Promise.all([1, 2, 3].map((n) => tx.queryPrepared<{ n: number }>('SELECT $1::integer AS n', [n]))),
    );

    expect(sequence).toBe(1);
    expect(state).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  });

  it('prepares a statement again that its connection has discarded', async () => {
    const replica = await openReplica();
    for (const n of [1, 2, 3]) {
      await replica.transaction(async (tx) => tx.record(REALM, event(n)));
      await replica.query('DISCARD ALL');
    }

    expect((await replica.snapshot(REALM, async () => null)).sequence).toBe(3);
    expect((await logged()).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it('writes by one statement, also after its connection has discarded it', async () => {
    const replica = await openReplica();
    const WRITE = `
      WITH head AS (
        INSERT INTO outbox_head AS h (realm_id, sequence) VALUES ($1, 1)
        ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence + 1 RETURNING sequence
      ), written AS (
        INSERT INTO outbox (realm_id, sequence, type, payload) SELECT $1, sequence, 'users.note_written', '{}' FROM head
      )
      SELECT sequence FROM head`;
    const write = () =>
      replica.realmWrites.write<{ sequence: number }>(REALM, WRITE, [REALM], ([row]) => ({
        realmId: REALM,
        events: [{ sequence: row?.sequence ?? 0, type: 'users.note_written', payload: '{}' }],
      }));

    await write();
    await replica.query('DISCARD ALL');
    await Promise.all([write(), write()]);

    expect((await logged()).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it('prepares a statement again after a migration has changed its result', async () => {
    const replica = await openReplica();
    await replica.query("INSERT INTO note (text) VALUES ('old')");
    const SELECT_NOTES = 'SELECT * FROM note';
    const inSnapshot = () => replica.snapshot(REALM, (tx) => tx.queryPrepared(SELECT_NOTES));
    await replica.queryPrepared(SELECT_NOTES);
    await inSnapshot();

    await replica.query('ALTER TABLE note ADD COLUMN added integer DEFAULT 7');

    expect(await replica.queryPrepared(SELECT_NOTES)).toMatchObject([{ text: 'old', added: 7 }]);
    expect(await inSnapshot()).toMatchObject({ state: [{ text: 'old', added: 7 }] });
  });
});
